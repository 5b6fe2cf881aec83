// Writes the files that are made from others: `npm run generate`. With `--check` it writes nothing and fails when one is stale.
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { repositoryRoot as root } from "../test/run/repository.mjs";
import { completePlatforms } from "./locked-platforms.mjs";
import { withContributions } from "./manifest.mjs";
import { formatOperations } from "./operations-page.mjs";
import { collectNotices, findBundledFiles, formatPackageList } from "./third-party-notices.mjs";

/** Not part of `--check`, as it bundles everything, which the test of the notices does already. */
const packageList = join(root, "docs", "third-party-packages.md");

/**
 * Every generated file by its path in the repository, with the text it should have.
 *
 * @returns {Promise<ReadonlyMap<string, string>>}
 */
export async function generateFiles() {
  const {
    features,
    createSqlJobJsonSchema,
    createTableSourceJsonSchema,
    createConnectorSettingsJsonSchema,
    contract,
    operationGroups,
  } = await loadSources();
  const lock = await readJson("package-lock.json");
  const jsonFiles = Object.entries({
    "package.json": withContributions(await readJson("package.json"), features),
    "package-lock.json": { ...lock, packages: completePlatforms(lock.packages) },
    "media/sqljob.schema.json": createSqlJobJsonSchema(),
    "media/tablesource.schema.json": createTableSourceJsonSchema(),
    "media/connector-settings.schema.json": createConnectorSettingsJsonSchema(),
  });
  return new Map([
    ...jsonFiles.map(([file, content]) => /** @type {const} */ ([file, `${JSON.stringify(content, undefined, 2)}\n`])),
    ["docs/spec/operations.md", formatOperations(contract, operationGroups)],
  ]);
}

/**
 * The generated files whose text differs from what they are made from, in other than line ends.
 *
 * @param {(file: string) => Promise<string>} readText
 */
export async function findStaleFiles(readText = (file) => readFile(join(root, file), "utf8")) {
  const files = await generateFiles();
  const texts = await Promise.all([...files.keys()].map(readText));
  return [...files].filter(([, text], index) => text !== texts[index]?.replaceAll("\r\n", "\n")).map(([file]) => file);
}

/** The sources of generated files, bundled in memory because Node 20 reads no TypeScript. */
async function loadSources() {
  const folders = (await readdir(join(root, "src", "features"))).sort();
  const tables = folders
    .map((folder) => `./src/features/${folder}/contributions.ts`)
    .filter((file) => existsSync(join(root, file)));
  const contents = [
    ...tables.map((file, index) => `import { contributions as feature${index} } from "${file}";`),
    `export const features = [${tables.map((_, index) => `feature${index}`).join(", ")}];`,
    `export { createSqlJobJsonSchema } from "./src/languages/sql-job/editor-schema.ts";`,
    `export { createTableSourceJsonSchema } from "./src/languages/table-source/editor-schema.ts";`,
    `export { createConnectorSettingsJsonSchema } from "./src/languages/connector-settings/editor-schema.ts";`,
    `export { contract } from "./src/contract/contract.ts";`,
    `export { operationGroups } from "./src/contract/operation-groups.ts";`,
  ].join("\n");
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    logLevel: "error",
  });
  const [bundle] = outputFiles;
  return await import(`data:text/javascript;base64,${Buffer.from(bundle?.contents ?? "").toString("base64")}`);
}

/** @param {string} file */
async function readJson(file) {
  return JSON.parse(await readFile(join(root, file), "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const stale = await findStaleFiles();
  if (process.argv.includes("--check")) {
    if (stale.length > 0) {
      console.error(`Not as their sources say: ${stale.join(", ")}. Run "npm run generate" and commit what it writes.`);
      process.exitCode = 1;
    }
  } else {
    const files = await generateFiles();
    await Promise.all(stale.map((file) => writeFile(join(root, file), files.get(file) ?? "")));
    await writeFile(packageList, formatPackageList(await collectNotices(await findBundledFiles())));
    console.log(stale.length > 0 ? `Wrote ${stale.join(", ")}.` : "Every generated file is up to date.");
  }
}
