// Builds everything that ships: `node esbuild.js [--production] [--watch] [--out FOLDER] [--inputs FILE] [--metafile FILE]`, into dist/ unless named.
const esbuild = require("esbuild");
const { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const path = require("node:path");

const isProduction = process.argv.includes("--production");
const isWatching = process.argv.includes("--watch");
const outFlag = process.argv.indexOf("--out");
/** File to write the list of all bundled files to. */
const inputsFlag = process.argv.indexOf("--inputs");
/** File to write what each bundle holds to, as esbuild's `metafile.outputs`. */
const metafileFlag = process.argv.indexOf("--metafile");
const outFolder = outFlag < 0 ? path.join(__dirname, "dist") : path.resolve(process.argv[outFlag + 1]);

const common = {
  bundle: true,
  minify: isProduction,
  sourcemap: isProduction ? false : "linked",
  logLevel: "warning",
  absWorkingDir: __dirname,
  metafile: true,
};

const node = {
  ...common,
  platform: "node",
  target: "node20",
  format: "cjs",
  // Native code and the editor's own module are found at run time, and openpgp stays a file of its own, as its licence asks;
  // Node has had its own web streams since 18. The last ones are native parts that pg and ssh2 do without.
  external: [
    "vscode",
    "@duckdb/node-bindings*",
    "openpgp",
    "web-streams-polyfill/*",
    "pg-native",
    "pg-cloudflare",
    "cpu-features",
    "*/sshcrypto.node",
  ],
  // ESM-only libraries ask for import.meta.url; in a CommonJS bundle it is the file's own address.
  define: { "import.meta.url": "importMetaUrl" },
  banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
  mainFields: ["module", "main"],
};

/** What the extension loads only when it is used, as files of their own: activation stays quick. */
const lazyEntries = {
  "src/client/service-client.ts": "client.js",
  "src/features/administration/administration-controller.ts": "administration.js",
  "src/features/assistant/question-controller.ts": "assistant.js",
  "src/features/language/language-client.ts": "language-client.js",
  "src/features/composer/composer-controller.ts": "composer.js",
  "src/features/connections/connection-pages.ts": "connection-pages.js",
  "src/features/connections/sign-in-as.ts": "sign-in-as.js",
  "src/features/connections/target-picker.ts": "target-picker.js",
  "src/features/data/data-controller.ts": "data.js",
  "src/features/explorer/explorer-controller.ts": "explorer.js",
  "src/features/exports/exports-controller.ts": "exports.js",
  "src/features/jobs/jobs-controller.ts": "jobs.js",
  "src/features/language-model-tools/query-tools.ts": "query-tools.js",
  "src/features/language/name-search-model.ts": "name-search.js",
  "src/features/notebook/notebook-controller.ts": "notebook.js",
  "src/features/operations/operations-controller.ts": "operations.js",
  "src/features/projects/projects-controller.ts": "projects.js",
  "src/features/transactions/transactions-controller.ts": "transactions.js",
  "src/features/queries/shell-command.ts": "shell.js",
  "src/features/queries/row-limit-picker.ts": "row-limit-picker.js",
  "src/features/queries/save-report.ts": "save-report.js",
  "src/features/results/chart-files.ts": "chart-files.js",
  "src/features/results/result-actions.ts": "result-actions.js",
  "src/features/sql-jobs/sql-jobs-controller.ts": "sql-jobs.js",
  "src/features/support/packaged-files.ts": "packaged-files.js",
  "src/features/table-sources/table-sources-controller.ts": "table-sources.js",
  "src/features/transfers/transfers-controller.ts": "transfers.js",
  "src/features/webhooks/webhooks-controller.ts": "webhooks.js",
  "src/service/process/data-folder.ts": "data-folder.js",
};

const clientEntry = "src/client/service-client.ts";

/** Files of the client that its entry exports whole: other lazy files take them from its bundle, so that each is there once. */
const sharedFiles = new Set(
  [...readFileSync(path.join(__dirname, clientEntry), "utf8").matchAll(/^export \* from "(.+)";$/gm)].map(([, file]) =>
    path.posix.join(path.posix.dirname(clientEntry), file),
  ),
);

/** What the language server loads with the first file of the language that needs it. */
const serverLazyEntries = {
  "src/languages/table-sql/grammar/spark-grammar.ts": "spark-grammar.js",
};

/** What the service loads when it first connects to a source system or a destination, or to Spark. */
const serviceLazyEntries = {
  "src/service/drivers/drivers.ts": "connectors.js",
  "src/spark-connect/spark-session.ts": "spark-connect.js",
};

const lazily = (entries) => ({
  name: "lazy",
  setup(build) {
    const isClient = build.initialOptions.entryPoints.includes(clientEntry);
    build.onResolve({ filter: /\.ts$/ }, ({ kind, path: request, resolveDir }) => {
      const file = path.relative(__dirname, path.resolve(resolveDir, request)).replaceAll("\\", "/");
      if (kind === "dynamic-import" && Object.hasOwn(entries, file)) {
        return { path: `./${entries[file]}`, external: true };
      }
      return entries === lazyEntries && kind === "import-statement" && !isClient && sharedFiles.has(file)
        ? { path: `./${entries[clientEntry]}`, external: true }
        : undefined;
    });
  },
});

// `import()` becomes `require`, which knows the editor's own module in every version.
const extensionHost = { ...node, plugins: [lazily(lazyEntries)], supported: { "dynamic-import": false } };
const languageServer = { ...extensionHost, plugins: [lazily(serverLazyEntries)] };
const service = { ...extensionHost, plugins: [lazily(serviceLazyEntries)] };

const browser = { ...common, platform: "browser", target: "es2023", format: "iife" };

/** Scripts and the style sheet of notebooks, by the file they become. */
const scripts = [
  { ...extensionHost, entryPoints: ["src/extension.ts"], outfile: path.join(outFolder, "extension.js") },
  ...Object.entries(lazyEntries).map(([entry, file]) => ({
    ...extensionHost,
    entryPoints: [entry],
    outfile: path.join(outFolder, file),
  })),
  {
    ...languageServer,
    entryPoints: ["src/languages/server.ts"],
    outfile: path.join(outFolder, "language-server.js"),
  },
  ...Object.entries(serverLazyEntries).map(([entry, file]) => ({
    ...languageServer,
    entryPoints: [entry],
    outfile: path.join(outFolder, file),
  })),
  { ...node, entryPoints: ["src/results/worker/data-worker.ts"], outfile: path.join(outFolder, "data-worker.js") },
  {
    ...node,
    entryPoints: ["src/lakehouse/process/rehearsal-process.ts"],
    outfile: path.join(outFolder, "rehearsal.js"),
  },
  { ...service, entryPoints: ["src/service/process/main.ts"], outfile: path.join(outFolder, "service.js") },
  ...Object.entries(serviceLazyEntries).map(([entry, file]) => ({
    ...service,
    entryPoints: [entry],
    outfile: path.join(outFolder, file),
  })),
  { ...node, entryPoints: ["src/service/intake/pgp-worker.ts"], outfile: path.join(outFolder, "pgp-worker.js") },
  {
    ...node,
    entryPoints: ["src/service/workbooks/workbook-worker.ts"],
    outfile: path.join(outFolder, "workbook-worker.js"),
  },
  {
    ...node,
    entryPoints: ["src/features/transfers/encryption-worker.ts"],
    outfile: path.join(outFolder, "encryption-worker.js"),
  },
  {
    ...browser,
    entryPoints: ["src/webview/results/results-view.ts"],
    outfile: path.join(outFolder, "webview/results.js"),
  },
  {
    ...browser,
    entryPoints: ["src/webview/results/dialogs.ts"],
    outfile: path.join(outFolder, "webview/dialogs.js"),
  },
  {
    ...browser,
    entryPoints: ["src/webview/operations/operations-view.ts"],
    outfile: path.join(outFolder, "webview/operations.js"),
  },
  {
    ...browser,
    entryPoints: ["src/webview/transactions/transaction-view.ts"],
    outfile: path.join(outFolder, "webview/transaction.js"),
  },
  {
    ...browser,
    entryPoints: ["src/webview/connections/connection-view.ts"],
    outfile: path.join(outFolder, "webview/connection.js"),
  },
  {
    ...browser,
    entryPoints: ["src/webview/review/review-view.ts"],
    outfile: path.join(outFolder, "webview/review.js"),
  },
  { ...browser, entryPoints: ["src/webview/views/views-view.ts"], outfile: path.join(outFolder, "webview/views.js") },
  {
    ...browser,
    entryPoints: ["src/webview/composer/composer-view.ts"],
    outfile: path.join(outFolder, "webview/composer.js"),
  },
  {
    ...browser,
    entryPoints: ["src/webview/composer/sql-editor.ts"],
    outfile: path.join(outFolder, "webview/sql-editor.js"),
    // The editor's style sheet is written beside it, with the font that it names.
    loader: { ".ttf": "file" },
  },
  {
    ...browser,
    // VS Code imports the renderer of a notebook's outputs as a module.
    format: "esm",
    entryPoints: ["src/webview/notebook/result-renderer.ts"],
    outfile: path.join(outFolder, "webview/notebook-renderer.js"),
  },
  {
    ...browser,
    entryPoints: ["media/notebook.css"],
    outfile: path.join(outFolder, "webview/notebook.css"),
    // Menus and dialogs stand in the body, beside the container of all outputs.
    banner: { css: "@scope (.workforce-output, body) to (#container) {" },
    footer: { css: "}" },
  },
  { ...browser, entryPoints: ["src/webview/charts/chart-view.ts"], outfile: path.join(outFolder, "webview/chart.js") },
];

/**
 * The style sheet of each page in one file: imports are found only once the sheet is there, one after the other, and the
 * page is not drawn before that.
 */
const styleSheets = scripts
  .map(({ outfile }) => ({ name: path.basename(outfile, ".js"), folder: path.basename(path.dirname(outfile)) }))
  .filter(({ name, folder }) => folder === "webview" && existsSync(path.join(__dirname, "media", `${name}.css`)))
  .map(({ name }) => ({
    ...browser,
    entryPoints: [`media/${name}.css`],
    outfile: path.join(outFolder, `webview/${name}.css`),
  }));

/** What ships. */
const bundles = [...scripts, ...styleSheets];

function copyAssets() {
  mkdirSync(path.join(outFolder, "webview"), { recursive: true });
  for (const file of ["codicon.css", "codicon.ttf"]) {
    copyFileSync(
      path.join(__dirname, "node_modules/@vscode/codicons/dist", file),
      path.join(outFolder, "webview", file),
    );
  }
}

async function build() {
  if (isWatching) {
    copyAssets();
    const contexts = await Promise.all(bundles.map((bundle) => esbuild.context(bundle)));
    await Promise.all(contexts.map((context) => context.watch()));
    return;
  }
  rmSync(outFolder, { recursive: true, force: true });
  copyAssets();
  const results = await Promise.all(bundles.map((bundle) => esbuild.build(bundle)));
  if (inputsFlag >= 0) {
    const inputs = new Set(results.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
    writeFileSync(path.resolve(process.argv[inputsFlag + 1]), JSON.stringify([...inputs].sort()));
  }
  if (metafileFlag >= 0) {
    const outputs = Object.assign({}, ...results.map(({ metafile }) => metafile.outputs));
    writeFileSync(path.resolve(process.argv[metafileFlag + 1]), JSON.stringify(outputs));
  }
}

if (require.main === module) {
  build().catch(() => {
    process.exitCode = 1;
  });
}

module.exports = { bundles, node, browser };
