// Makes the VSIX of one platform: `npm run package -- --target linux-x64 [--out FILE]`.
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { mustRun } from "../test/run/command.mjs";
import { ensureDependencies } from "../test/run/dependencies.mjs";
import { repositoryRoot } from "../test/run/repository.mjs";
import { collectNotices, formatNotices } from "./third-party-notices.mjs";

/** Names of VS Code's targets and of DuckDB's bindings. */
const bindings = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "alpine-x64": "linux-x64-musl",
  "alpine-arm64": "linux-arm64-musl",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
  "win32-x64": "win32-x64",
  "win32-arm64": "win32-arm64",
};

const { values } = parseArgs({ options: { target: { type: "string" }, out: { type: "string" } } });
const target = values.target ?? "";
if (!Object.hasOwn(bindings, target)) {
  console.error(`Name the platform: npm run package -- --target ${Object.keys(bindings).join("|")}`);
  console.error("A package for every platform would carry every DuckDB binding, so there is none.");
  process.exit(2);
}

const manifest = JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8"));
const output = resolve(values.out ?? `${manifest.name}-${target}-${manifest.version}.vsix`);

await ensureDependencies();
const stage = await mkdtemp(join(tmpdir(), "workforce-package-"));
try {
  // Not in dist/, which a running VS Code may be reading.
  await mustRun(process.execPath, [
    "esbuild.js",
    "--production",
    "--out",
    join(stage, "dist"),
    "--inputs",
    join(stage, "inputs.json"),
  ]);
  await writeNotices();
  await copyParts();
  await leaveOutPictures();
  await copyBinding();
  await copyOpenPgp();
  const { scripts, devDependencies, dependencies, overrides, ...shipped } = manifest;
  await writeFile(join(stage, "package.json"), JSON.stringify({ ...shipped, private: undefined }, undefined, 2));
  const vsce = join(repositoryRoot, "node_modules", "@vscode", "vsce", "vsce");
  await mustRun(
    process.execPath,
    [
      vsce,
      "package",
      "--target",
      target,
      "--no-dependencies",
      "--allow-missing-repository",
      "--no-rewrite-relative-links",
      "--out",
      output,
    ],
    { cwd: stage },
  );
  console.log(`Packed ${output}`);
} finally {
  await rm(stage, { recursive: true, force: true });
}

/** From what was bundled just now, so that no package is forgotten and none stays that went. */
async function writeNotices() {
  const inputs = JSON.parse(await readFile(join(stage, "inputs.json"), "utf8"));
  await writeFile(join(stage, "ThirdPartyNotices.txt"), formatNotices(await collectNotices(inputs)));
  await rm(join(stage, "inputs.json"));
}

async function copyParts() {
  for (const part of [
    "docs",
    "media",
    "samples",
    "syntaxes",
    "package.nls.json",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
    ".vscodeignore",
  ]) {
    await cp(join(repositoryRoot, part), join(stage, part), { recursive: true });
  }
}

/**
 * VS Code's page of an extension shows pictures of web addresses alone, and broken ones for files of the extension. The
 * walkthrough has the same pictures.
 */
async function leaveOutPictures() {
  const file = join(stage, "README.md");
  const readme = await readFile(file, "utf8");
  await writeFile(file, readme.replaceAll(/^!\[[^\]]*\]\(media\/[^)]+\)\n\n/gm, ""));
}

/** The bundles ask for `@duckdb/node-bindings`, which Node finds beside them in `dist/node_modules`. */
async function copyBinding() {
  const name = `@duckdb/node-bindings-${bindings[target]}`;
  await copyPackage("@duckdb/node-bindings");
  await copyPackage("detect-libc");
  await copyPackage(name, existsSync(installedFolder(name)) ? installedFolder(name) : await fetchPackage(name));
}

/** Copies the file of the package that Node's `require` takes, unmodified, with its licence. */
async function copyOpenPgp() {
  const { exports } = JSON.parse(await readFile(join(installedFolder("openpgp"), "package.json"), "utf8"));
  for (const file of ["package.json", "LICENSE", exports["."].require]) {
    await cp(join(installedFolder("openpgp"), file), join(stage, "dist", "node_modules", "openpgp", file));
  }
}

/** Copies what runs: no type declarations. */
async function copyPackage(name, source = installedFolder(name)) {
  const filter = (file) => !file.endsWith(".ts");
  await cp(source, join(stage, "dist", "node_modules", name), { recursive: true, filter });
}

function installedFolder(name) {
  return join(repositoryRoot, "node_modules", name);
}

/** Unpacks the binding of another platform from the npm registry. */
async function fetchPackage(name) {
  const folder = join(stage, "..", `${stage.split(/[\\/]/).at(-1)}-binding`);
  await mkdir(folder, { recursive: true });
  const { version } = JSON.parse(
    await readFile(join(repositoryRoot, "node_modules", "@duckdb", "node-bindings", "package.json"), "utf8"),
  );
  await mustRun("npm", ["pack", `${name}@${version}`, "--pack-destination", folder], { cwd: folder });
  const [archive] = (await readdir(folder)).filter((file) => file.endsWith(".tgz"));
  await mustRun("tar", ["-xzf", archive, "-C", folder], { cwd: folder });
  return join(folder, "package");
}
