import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { BenchOptions } from "../bench-options.ts";
import type { MeasuredRow } from "../report.ts";

/** What the extension host reads to start, to help with a query and to run it. */
const mainFiles = ["extension.js", "client.js", "language-client.js"];
const megabyte = 1024 * 1024;

/** What must not come with the file that `activate()` is in. */
const lazyCode = /(^|\/)(src\/(client|contract)|node_modules\/(vscode-languageclient|typebox|node-fetch))\//;

/** The minified bundle of the extension host, and whether its first file holds what is to be loaded later. */
export async function measureBundleSize({ extensionFolder, metafile }: BenchOptions): Promise<MeasuredRow> {
  const outputs: BundleContents = JSON.parse(await readFile(metafile, "utf8"));
  const files = hostFiles(outputs);
  const missing = mainFiles.filter((name) => !files.includes(name));
  if (missing.length > 0) {
    throw new Error(`The build names no ${missing.join(", ")}.`);
  }
  const sizes = new Map<string, number>();
  for (const name of files) {
    sizes.set(name, (await stat(join(extensionFolder, "dist", name))).size);
  }
  const megabytes = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0) / megabyte;
  const eager = eagerLazyCode(outputs);
  const { size: resultsPage } = await stat(join(extensionFolder, "dist", "webview", "results.js"));
  return {
    kind: "measured",
    name: "bundle size",
    unit: "bytes",
    criteria: [
      { label: "megabytes to start and to run queries", value: megabytes(mainFiles), bar: 1 },
      { label: "bytes of lazy code in extension.js", value: eager.bytes, bar: 0 },
      { label: "kilobytes of the results view, without charts", value: resultsPage / 1024, bar: 150 },
    ],
    samples: Object.fromEntries([...sizes].map(([name, size]) => [name, [size]])),
    facts: {
      "megabytes with every feature's file": megabytes(files),
      ...(eager.files.length > 0 && { "lazy code in extension.js": eager.files.join(" ") }),
    },
  };
}

/** Names of the files that the extension host reads, now or when a feature is used. */
export function hostFiles(outputs: BundleContents): string[] {
  return Object.entries(outputs)
    .filter(([, { entryPoint = "" }]) => /^src\/(extension\.ts|client\/|features\/)/.test(entryPoint))
    .map(([output]) => basename(output));
}

/** The part of esbuild's metafile that is read here. */
export interface BundleContents {
  readonly [output: string]: {
    readonly entryPoint?: string;
    readonly inputs: { readonly [input: string]: { readonly bytesInOutput: number } };
  };
}

/** Files of the client, the contract and the language client that are in `extension.js` itself. */
export function eagerLazyCode(outputs: BundleContents): { readonly bytes: number; readonly files: readonly string[] } {
  const [, extension] = Object.entries(outputs).find(([output]) => /(^|\/)extension\.js$/.test(output)) ?? [];
  if (!extension) {
    throw new Error("The build names no extension.js.");
  }
  const found = Object.entries(extension.inputs).filter(
    ([input, { bytesInOutput }]) => bytesInOutput > 0 && lazyCode.test(input),
  );
  return {
    bytes: found.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0),
    files: found.map(([input]) => input),
  };
}
