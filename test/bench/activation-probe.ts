// Runs inside the extension host of a fresh window: activates two extensions and writes down how long each took.
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { type ActivationSample, builtIn, ours } from "./activation-sample.ts";

export async function run(): Promise<void> {
  // The windows share one environment, so the number of the window is in what the workspace is called.
  const window = Number(/\d+$/.exec(vscode.workspace.name ?? "")?.[0]);
  const order = window % 2 === 0 ? [ours, builtIn] : [builtIn, ours];
  const sample = await measure(order);
  const file = join(process.env.WORKFORCE_BENCH_PROBE ?? "", `${window}.json`);
  writeFileSync(`${file}.partial`, JSON.stringify(sample));
  renameSync(`${file}.partial`, file);
}

async function measure(order: readonly string[]): Promise<ActivationSample> {
  try {
    const extensions = order.map(findExtension);
    const warm = extensions.find(({ isActive }) => isActive)?.id;
    const times: Record<string, number> = {};
    for (const extension of extensions) {
      const startedMs = performance.now();
      await extension.activate();
      times[extension.id] = performance.now() - startedMs;
    }
    return { kind: "measured", times, evaluated: Object.keys(require.cache), warm };
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

function findExtension(id: string): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension(id);
  if (!extension) {
    throw new Error(`This VS Code has no extension ${id}.`);
  }
  return extension;
}
