import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BenchOptions } from "../bench-options.ts";
import type { MeasuredRow } from "../report.ts";

/** Files that the extension host reads, now or later. */
const bundles = ["extension.js", "client.js", "language-client.js", "jobs.js", "operations.js", "transfers.js"];
const megabyte = 1024 * 1024;

/** What must not come with the file that `activate()` is in. */
const lazyCode = /(^|\/)(src\/(client|contract)|node_modules\/(vscode-languageclient|typebox|node-fetch))\//;

/** The minified bundles of the extension host, and whether the first of them holds what is to be loaded later. */
export async function measureBundleSize({ extensionFolder, metafile }: BenchOptions): Promise<MeasuredRow> {
  const sizes = await Promise.all(bundles.map(async (name) => (await stat(join(extensionFolder, "dist", name))).size));
  const eager = eagerLazyCode(JSON.parse(await readFile(metafile, "utf8")));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return {
    kind: "measured",
    name: "bundle size",
    unit: "bytes",
    criteria: [
      { label: "megabytes", value: total / megabyte, bar: 1 },
      { label: "bytes of lazy code in extension.js", value: eager.bytes, bar: 0 },
    ],
    samples: Object.fromEntries(bundles.map((name, index) => [name, [sizes[index] ?? 0]])),
    facts: eager.files.length > 0 ? { "lazy code in extension.js": eager.files.join(" ") } : {},
  };
}

/** The part of esbuild's metafile that is read here. */
export interface BundleContents {
  readonly [output: string]: { readonly inputs: { readonly [input: string]: { readonly bytesInOutput: number } } };
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
