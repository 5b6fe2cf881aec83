import { existsSync, readdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { repositoryRoot } from "./repository.mjs";

const require = createRequire(import.meta.url);

/** Where the bundled tests lie: below the repository, so that they find node_modules. */
export const bundleFolder = join(repositoryRoot, "dist-test");

/** Programs of their own, libraries that look for files beside themselves, and CommonJS that is loaded when it is needed, whose names a shared bundle loses. */
const external = [
  "@axe-core/playwright",
  "@node-saml/*",
  "@vscode/*",
  "axe-core",
  "esbuild",
  "mocha",
  "playwright-core",
  "typescript",
];

/** A bundled test reads fixtures from where its source lies, not from where its bundle lies. */
const sourceLocations = {
  name: "source-locations",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onLoad({ filter: /[\\/]test[\\/].*\.m?ts$|[\\/]test[\\/].*\.mjs$/ }, async ({ path }) => {
      if (path.includes(`${sep}node_modules${sep}`)) {
        return undefined;
      }
      const { code } = await build.esbuild.transform(await readFile(path, "utf8"), {
        define: {
          "import.meta.url": JSON.stringify(pathToFileURL(path).href),
          "import.meta.dirname": JSON.stringify(dirname(path)),
          "import.meta.filename": JSON.stringify(path),
          __dirname: JSON.stringify(dirname(path)),
          __filename: JSON.stringify(path),
        },
        loader: path.endsWith("ts") ? "ts" : "js",
        sourcefile: path,
        sourcemap: "inline",
      });
      return { contents: code, loader: "js" };
    });
  },
};

/**
 * What many tests need is bundled and loaded once for all of them: a bundle of its own for each would be gigabytes to write. VS Code
 * loads CommonJS, which cannot share.
 *
 * @type {import("esbuild").BuildOptions}
 */
const shared = {
  format: "esm",
  splitting: true,
  outExtension: { ".js": ".mjs" },
  define: {},
  // Bundled CommonJS libraries call this.
  banner: {
    js: [
      'import { createRequire as createRequireOfBundle } from "node:module";',
      'import { dirname as dirnameOfBundle } from "node:path";',
      'import { fileURLToPath as pathOfBundle } from "node:url";',
      "const require = createRequireOfBundle(import.meta.url);",
      "const __filename = pathOfBundle(import.meta.url);",
      "const __dirname = dirnameOfBundle(__filename);",
    ].join("\n"),
  },
};

/**
 * Bundles the tests below the given folder of `test`, `dist-test/<same path>.test.js` each. A file that cannot be
 * bundled is counted, and does not keep the others from being run.
 *
 * @param {string} folder For `unit` these are `test/unit/**`.
 * @param {string[]} [only] Parts of paths; a file that holds none of them is left out.
 * @returns {Promise<{ files: string[]; broken: number }>}
 */
export async function bundleTests(folder, only = []) {
  const sources = findTests(folder).filter((path) => only.length === 0 || only.some((part) => path.includes(part)));
  await rm(join(bundleFolder, folder), { recursive: true, force: true });
  try {
    await bundle(sources, folder);
    return { files: sources.map(bundleOf), broken: 0 };
  } catch {
    const results = await Promise.allSettled(sources.map((source) => bundle([source], folder, "silent")));
    const whole = sources.filter((_, index) => results[index]?.status === "fulfilled");
    return { files: whole.map(bundleOf), broken: sources.length - whole.length };
  }
}

/**
 * Bundles what runs inside the extension host and gives its entry.
 *
 * @param {string[]} [only]
 * @returns {Promise<string>}
 */
export async function bundleExtensionTests(only) {
  const { broken } = await bundleTests("vscode/suites", only);
  if (broken > 0) {
    throw new Error(`${broken} suites for VS Code cannot be bundled.`);
  }
  await bundle(["test/vscode/index.ts"], "vscode");
  return bundleOf("test/vscode/index.ts");
}

/** @param {string} folder */
function findTests(folder) {
  const absolute = join(repositoryRoot, "test", folder);
  const names = existsSync(absolute) ? readdirSync(absolute, { recursive: true, encoding: "utf8" }) : [];
  return names
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => ["test", folder, ...name.split(sep)].join("/"))
    .sort();
}

/** @param {string[]} sources */
function isOfExtensionHost(sources) {
  return sources.some((source) => source.startsWith("test/vscode/") && !source.startsWith("test/vscode/ui/"));
}

/** @param {string} source */
function bundleOf(source) {
  const extension = isOfExtensionHost([source]) ? ".js" : ".mjs";
  return join(bundleFolder, relative("test", source)).replace(/\.ts$/, extension);
}

/**
 * @param {string[]} sources
 * @param {string} folder Of `test`, where they lie.
 * @param {import("esbuild").LogLevel} [logLevel]
 */
async function bundle(sources, folder, logLevel = "warning") {
  if (sources.length === 0) {
    return;
  }
  const esbuild = require("esbuild");
  const { node } = require("../../esbuild.js");
  await esbuild.build({
    ...node,
    ...(isOfExtensionHost(sources) ? {} : { ...shared, chunkNames: `${folder}/chunks/[hash]` }),
    entryPoints: sources,
    outdir: bundleFolder,
    outbase: "test",
    minify: false,
    sourcemap: "linked",
    metafile: false,
    logLevel,
    external: [...node.external, ...external],
    // The entry looks for the suites beside its own bundle.
    plugins: sources.includes("test/vscode/index.ts") ? [] : [sourceLocations],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const folder of ["unit", "contract", "webview", "vscode/ui"]) {
    const { files, broken } = await bundleTests(folder, process.argv.slice(2));
    console.log(`test/${folder}: ${files.length} test files bundled, ${broken} broken.`);
  }
  console.log(relative(repositoryRoot, await bundleExtensionTests()));
}
