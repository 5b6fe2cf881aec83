// Finds what src exports and nobody imports: `node scripts/unused.mjs [--fix [PATH...]]`, also `npm run unused`. See docs/decisions/unused-exports.md.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { repositoryRoot } from "../test/run/repository.mjs";

/**
 * @typedef {object} SourceFile
 * @property {string} path From the root, with slashes.
 * @property {string} text
 *
 * @typedef {object} Use
 * @property {string} target Path of the imported file.
 * @property {string} name What is imported of it; `*` is everything.
 *
 * @typedef {object} Finding
 * @property {string} path
 * @property {string} [name]
 * @property {"file" | "own" | "tests" | "nobody"} users Who uses the name, or that it is about the whole file.
 */

/** @type {Readonly<Record<Finding["users"], string>>} */
const advice = {
  file: "no file of the product imports it; delete it",
  own: 'is used in its own file only; leave out "export"',
  tests: "is used by tests only; delete it or move it to test/support",
  nobody: "is not used; delete it",
};

/** Imported by programs outside of the sources: VS Code calls them. */
const calledByEditor = new Set(["activate", "deactivate"]);

/**
 * Names that are exported and not imported, and files that only tests import; `entries` are files that nobody has to import.
 *
 * @param {readonly SourceFile[]} files
 * @param {readonly string[]} entries
 * @returns {Finding[]}
 */
export function findUnused(files, entries) {
  const parsed = files.map(({ path, text }) => ({ path, source: parse(path, text) }));
  /** @type {Map<string, { path: string, name: string }[]>} */
  const uses = new Map();
  for (const { path, source } of parsed) {
    for (const { target, name } of usesOf(path, source)) {
      uses.set(target, [...(uses.get(target) ?? []), { path, name }]);
    }
  }
  return parsed
    .filter(({ path }) => path.startsWith("src/") && !path.endsWith(".d.ts"))
    .flatMap(({ path, source }) => {
      const users = uses.get(path) ?? [];
      if (!entries.includes(path) && !users.some((user) => !isTest(user.path))) {
        return [{ path, users: /** @type {const} */ ("file") }];
      }
      const counts = countIdentifiers(source);
      return exportsOf(source).flatMap((name) => {
        const userPaths = users.filter((user) => user.name === "*" || user.name === name).map((user) => user.path);
        const isUsedHere = (counts.get(name) ?? 0) > 1;
        if (calledByEditor.has(name) || userPaths.some((user) => !isTest(user) || isUsedHere)) {
          return [];
        }
        return [{ path, name, users: isUsedHere ? "own" : userPaths.length > 0 ? "tests" : "nobody" }];
      });
    });
}

/** @param {string} path */
function isTest(path) {
  return path.startsWith("test/");
}

/**
 * The text without `export` before what only its own file uses.
 *
 * @param {SourceFile} file
 * @param {ReadonlySet<string>} names
 */
export function withoutExports({ path, text }, names) {
  const source = parse(path, text);
  const starts = source.statements.flatMap((statement) => {
    const exported = exportKeyword(statement);
    const declared = namesOf(statement);
    return exported && declared.length > 0 && declared.every((name) => names.has(name)) ? [exported.getStart()] : [];
  });
  return starts.reduceRight((left, start) => left.slice(0, start) + left.slice(start + "export ".length), text);
}

/**
 * @param {string} path
 * @param {string} text
 */
function parse(path, text) {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
}

/**
 * @param {string} path
 * @param {ts.SourceFile} source
 * @returns {Use[]}
 */
function usesOf(path, source) {
  /** @type {Use[]} */
  const uses = [];
  /**
   * @param {ts.Node | undefined} specifier
   * @param {readonly string[]} names
   */
  const add = (specifier, names) => {
    if (specifier && ts.isStringLiteralLike(specifier) && specifier.text.startsWith(".")) {
      const target = posix.join(posix.dirname(path), specifier.text);
      uses.push(...names.map((name) => ({ target, name })));
    }
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings;
      add(node.moduleSpecifier, bindings && ts.isNamedImports(bindings) ? bindings.elements.map(importedName) : ["*"]);
    } else if (ts.isExportDeclaration(node)) {
      const { exportClause } = node;
      const isNamed = exportClause && ts.isNamedExports(exportClause);
      add(node.moduleSpecifier, isNamed ? exportClause.elements.map(importedName) : ["*"]);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, [node.qualifier ? (node.qualifier.getText().split(".")[0] ?? "*") : "*"]);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], ["*"]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

/** @param {ts.ImportSpecifier | ts.ExportSpecifier} specifier */
function importedName({ propertyName, name }) {
  return (propertyName ?? name).text;
}

/**
 * What a file declares and exports; what it passes on from another file is an import of that.
 *
 * @param {ts.SourceFile} source
 */
function exportsOf(source) {
  return source.statements.flatMap((statement) => (exportKeyword(statement) ? namesOf(statement) : []));
}

/** @param {ts.Statement} statement */
function exportKeyword(statement) {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return modifiers.find(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

/**
 * @param {ts.Statement} statement
 * @returns {string[]}
 */
function namesOf(statement) {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  return "name" in statement && statement.name ? [/** @type {ts.Identifier} */ (statement.name).text] : [];
}

/** @param {ts.SourceFile} source */
function countIdentifiers(source) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      counts.set(node.text, (counts.get(node.text) ?? 0) + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return counts;
}

/**
 * @param {string} root
 * @returns {Promise<SourceFile[]>}
 */
async function readSources(root) {
  const folders = await Promise.all(
    ["src", "test"].map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true })),
  );
  const paths = folders
    .flat()
    .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.map(async (path) => ({
      path: path.slice(root.length).replaceAll("\\", "/").replace(/^\//, ""),
      text: await readFile(path, "utf8"),
    })),
  );
}

/**
 * What is bundled, and what `npm run generate` reads.
 *
 * @param {readonly SourceFile[]} files
 */
function entriesOf(files) {
  const { bundles } = createRequire(import.meta.url)("../esbuild.js");
  return [
    ...bundles.flatMap((/** @type {{ entryPoints: string[] }} */ { entryPoints }) => entryPoints),
    ...files.map(({ path }) => path).filter((path) => /^src\/features\/[^/]+\/contributions\.ts$/.test(path)),
    "src/languages/connector-settings/editor-schema.ts",
    "src/languages/sql-job/editor-schema.ts",
    "src/languages/table-source/editor-schema.ts",
    "src/contract/connector-settings.ts",
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = await readSources(repositoryRoot);
  const entries = entriesOf(files);
  const generated = entries.filter((path) => /(contributions|editor-schema|connector-settings)\.ts$/.test(path));
  const reader = { path: "scripts/generate.mjs", text: generated.map((path) => `import("../${path}");`).join("\n") };
  const findings = findUnused([...files, reader], entries);
  const fixFlag = process.argv.indexOf("--fix");
  const chosen = process.argv.slice(fixFlag + 1);
  const isFixed = (/** @type {Finding} */ { path, users }) =>
    fixFlag >= 0 && users === "own" && (chosen.length === 0 || chosen.some((start) => path.startsWith(start)));
  for (const file of files) {
    const names = findings.filter((finding) => finding.path === file.path && isFixed(finding)).map(({ name }) => name);
    if (names.length > 0) {
      await writeFile(join(repositoryRoot, file.path), withoutExports(file, new Set(names)));
    }
  }
  const left = findings.filter((finding) => !isFixed(finding));
  console.log(
    left.length === 0
      ? "Every export of src is imported."
      : left.map(({ path, name, users }) => [`${path}:`, name, advice[users]].filter(Boolean).join(" ")).join("\n"),
  );
  process.exitCode = left.length === 0 ? 0 : 1;
}
