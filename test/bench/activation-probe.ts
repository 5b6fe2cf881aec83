// Runs inside the extension host of a fresh window: activates two extensions and writes down how long each took.
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { type ActivationSample, builtIn, ours } from "./activation-sample.ts";

export async function run(): Promise<void> {
  // The windows share one environment, so the number of the window is in what the workspace is called.
  const window = Number(/\d+$/.exec(vscode.workspace.name ?? "")?.[0]);
  const order = window % 2 === 0 ? [ours, builtIn] : [builtIn, ours];
  let sample: ActivationSample;
  try {
    const times: Record<string, number> = {};
    for (const id of order) {
      times[id] = await activate(id);
    }
    sample = { times, evaluated: Object.keys(require.cache) };
  } catch (error) {
    sample = { problem: error instanceof Error ? error.message : String(error) };
  }
  const file = join(process.env.WORKFORCE_BENCH_PROBE ?? "", `${window}.json`);
  writeFileSync(`${file}.partial`, JSON.stringify(sample));
  renameSync(`${file}.partial`, file);
}

async function activate(id: string): Promise<number> {
  const extension = vscode.extensions.getExtension(id);
  if (!extension) {
    throw new Error(`This VS Code has no extension ${id}.`);
  }
  if (extension.isActive) {
    throw new Error(`The extension ${id} was active before it was measured.`);
  }
  const startedMs = performance.now();
  await extension.activate();
  return performance.now() - startedMs;
}
