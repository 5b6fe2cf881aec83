// Runs inside the extension host of a fresh window: activates two extensions and writes down how long each took.
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { type ActivationSample, builtIn, ours } from "./activation-sample.ts";

/** Where the samples go, and which extension is activated first in this window. */
interface ProbeSettings {
  readonly folder: string;
  readonly window: number;
}

export async function run(): Promise<void> {
  const { folder, window }: ProbeSettings = JSON.parse(process.env.WORKFORCE_BENCH_PROBE ?? "{}");
  // The windows share one environment, so the number of the window is what the workspace is called.
  const number = Number(/\d+$/.exec(vscode.workspace.name ?? "")?.[0] ?? window);
  const order = number % 2 === 0 ? [ours, builtIn] : [builtIn, ours];
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
  const file = join(folder, `${number}.json`);
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
