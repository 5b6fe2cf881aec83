import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type ActivationSample, builtIn, ours } from "../activation-sample.ts";
import type { BenchOptions } from "../bench-options.ts";
import type { MeasuredRow } from "../report.ts";
import { ratioToBest } from "../samples.ts";

const windowTimeoutMs = 90_000;
const mostWarmWindows = 5;

/** Loaded with the first use of what they hold, and not by activating. */
const lazyBundles = ["client.js", "language-client.js"];

/**
 * Activates our extension and the built-in JSON language features in fresh windows of a real VS Code, in turn first. The
 * times are what `activate()` of either takes as a third extension sees it: reading the code, running it, its own work.
 */
export async function measureActivation(options: BenchOptions): Promise<MeasuredRow> {
  const { startVsCodeServer } = await import("../../vscode/host/server.mjs");
  // Not below the repository, whose files VS Code would look at.
  const folder = await mkdtemp(join(tmpdir(), "workforce-bench-"));
  const samples = join(folder, "samples");
  await mkdir(samples, { recursive: true });
  const server = await startVsCodeServer({
    hasAllExtensions: !options.isSmall,
    serverDataDir: join(folder, "server"),
    extensionsDir: join(folder, "extensions"),
    env: { WORKFORCE_BENCH_PROBE: samples },
  });
  try {
    const times: Record<string, number[]> = { ours: [], "built-in JSON": [] };
    const evaluated = new Set<string>();
    // The first window also fills what VS Code and the system cache, so it is not counted when there are several.
    const skipped = options.size.windows > 1 ? 1 : 0;
    let warm = 0;
    for (let window = 0; (times.ours?.length ?? 0) < options.size.windows; window += 1) {
      const sample = await openOneWindow(options, server, folder, window);
      if (sample.kind === "failed") {
        throw new Error(sample.message);
      }
      // A small run only shows that it runs; its times say nothing anyway.
      if (sample.warm !== undefined && !options.isSmall) {
        warm += 1;
        if (warm > mostWarmWindows) {
          throw new Error(`The extension ${sample.warm} was active before it was measured, in ${warm} windows.`);
        }
        continue;
      }
      if (window >= skipped) {
        times.ours?.push(sample.times[ours] ?? Number.NaN);
        times["built-in JSON"]?.push(sample.times[builtIn] ?? Number.NaN);
      }
      for (const file of sample.evaluated.filter((file) => file.startsWith(options.extensionFolder))) {
        evaluated.add(basename(file));
      }
    }
    return {
      kind: "measured",
      name: "activation",
      unit: "ms",
      criteria: [
        {
          label: "ours / built-in JSON language features",
          value: ratioToBest(times.ours ?? [], [times["built-in JSON"] ?? []]),
          bar: 1,
        },
        {
          label: "lazy bundles evaluated by activate()",
          value: lazyBundles.filter((name) => evaluated.has(name)).length,
          bar: 0,
        },
      ],
      samples: times,
      facts: { "windows left out as warm": warm, evaluated: [...evaluated].join(" ") },
    };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function openOneWindow(
  options: BenchOptions,
  server: Awaited<ReturnType<typeof import("../../vscode/host/server.mjs").startVsCodeServer>>,
  folder: string,
  window: number,
): Promise<ActivationSample> {
  const { openWindow } = await import("../../vscode/host/window.mjs");
  const workspaceFolder = join(folder, `workspace-${window}`);
  await mkdir(workspaceFolder, { recursive: true });
  const opened = await openWindow({
    server,
    workspaceFolder,
    extensionDevelopmentPath: options.extensionFolder,
    extensionTestsPath: join(options.programFolder, "activation-probe.js"),
  });
  try {
    return await readSample(join(folder, "samples", `${window}.json`));
  } finally {
    await opened.close();
  }
}

/** Waits for the file that the window writes. */
async function readSample(path: string): Promise<ActivationSample> {
  const deadline = Date.now() + windowTimeoutMs;
  for (;;) {
    try {
      return JSON.parse(await readFile(path, "utf8"));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) {
        throw error;
      }
    }
    if (Date.now() > deadline) {
      throw new Error(`A window of VS Code gave no activation times within ${windowTimeoutMs / 1000} seconds.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
