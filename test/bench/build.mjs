import { cp, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { mustRun } from "../run/command.mjs";
import { repositoryRoot } from "../run/repository.mjs";

const require = createRequire(import.meta.url);

/** Beside the bundles, what VS Code reads when it activates the extension. */
const shipped = ["package.json", "package.nls.json", "media", "syntaxes", "language-configuration.json"];

/** Programs of the bench that run in a process of their own, and the bench itself. */
const programs = [
  "main.ts",
  "reference-process.ts",
  "static-server.ts",
  "activation-probe.ts",
  "grid/editor-probe.ts",
  "call-server.ts",
  "disk-server.ts",
  "s3-disk-server.ts",
  "upload-program.ts",
  "language-program.ts",
];

/** Pages of the bench, each a grid alone. */
const pages = ["our-grid.ts", "ag-grid.ts", "slick-grid.ts", "bare-page.ts"];

/**
 * Builds the extension as it ships, minified and without maps, into a folder of its own: what else is being built or
 * tested in this checkout neither changes what is measured nor is changed by it. Gives the path of the file that says
 * what went into each bundle.
 *
 * @param {string} folder Below the repository, so that node_modules is found.
 * @returns {Promise<string>}
 */
export async function buildExtension(folder) {
  await copyShipped(folder);
  const metafile = join(folder, "metafile.json");
  const flags = ["--production", "--out", join(folder, "dist"), "--metafile", metafile];
  await mustRun(process.execPath, ["esbuild.js", ...flags]);
  return metafile;
}

/**
 * Copies the extension that `npm test` has built, which is enough to see that everything runs.
 *
 * @param {string} folder Below the repository, so that node_modules is found.
 */
export async function copyBuiltExtension(folder) {
  await copyShipped(folder);
  const filter = (/** @type {string} */ source) => !source.endsWith(".map");
  await cp(join(repositoryRoot, "dist"), join(folder, "dist"), { recursive: true, filter });
}

/** @param {string} folder */
async function copyShipped(folder) {
  await mkdir(folder, { recursive: true });
  for (const name of shipped) {
    await cp(join(repositoryRoot, name), join(folder, name), { recursive: true }).catch((error) => {
      // Not every part of the extension is there from the start.
      if (error.code !== "ENOENT") {
        throw error;
      }
    });
  }
}

/** The scripts of the test host stay what they are: they find their files by where they lie. */
const scriptsStay = {
  name: "scripts-stay",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /\.mjs$/ }, ({ kind, path, resolveDir }) =>
      kind === "dynamic-import" ? { path: pathToFileURL(resolve(resolveDir, path)).href, external: true } : undefined,
    );
  },
};

/**
 * Bundles the programs of the bench.
 *
 * @param {string} folder Below the repository, so that node_modules is found.
 */
export async function bundlePrograms(folder) {
  const esbuild = require("esbuild");
  const { browser, node } = require("../../esbuild.js");
  await esbuild.build({
    ...node,
    entryPoints: programs.map((program) => join(repositoryRoot, "test", "bench", program)),
    outdir: folder,
    minify: false,
    sourcemap: "linked",
    metafile: false,
    plugins: [scriptsStay],
  });
  await esbuild.build({
    ...browser,
    entryPoints: pages.map((page) => join(repositoryRoot, "test", "bench", "grid", page)),
    outdir: join(folder, "pages"),
    minify: true,
    sourcemap: false,
    metafile: false,
  });
}
