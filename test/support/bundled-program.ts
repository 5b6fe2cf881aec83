import { createRequire } from "node:module";
import { resolve } from "node:path";
import { type BuildOptions, build } from "esbuild";

/** Bundles a program of the tests as the service is bundled, so that a process of its own can run it. */
export async function bundleProgram(source: string, outfile: string): Promise<void> {
  const { node } = createRequire(resolve("package.json"))(resolve("esbuild.js")) as { node: BuildOptions };
  await build({ ...node, entryPoints: [resolve(source)], outfile, sourcemap: false, metafile: false });
}
