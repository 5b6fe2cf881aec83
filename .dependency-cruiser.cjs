/** The directions of docs/architecture.md as rules. */
const layer = (name, to) => ({
  name: `${name}-imports-only-its-own`,
  severity: "error",
  from: { path: `^src/${name}/` },
  to: { path: "^src/", pathNot: [`^src/${name}/`, ...to.map((path) => `^src/${path}`)] },
});

/** What the folders of a layer may import of each other; "." are the files beside them. */
const rooms = {
  "languages/core": { text: [], model: ["text"], json: ["text", "model"], requests: ["text", "model"] },
  "languages/sql-like": {
    time: [],
    syntax: ["time"],
    binding: ["time", "syntax"],
    format: ["time", "syntax"],
    checks: ["syntax", "binding"],
    lowering: ["time", "syntax", "binding"],
    names: ["time", "syntax", "binding"],
    fixes: ["time", "syntax", "binding", "checks"],
    hover: ["time", "syntax", "binding", "names"],
    structure: ["syntax", "names"],
    completion: ["time", "syntax", "checks", "fixes"],
    hints: ["time", "syntax", "binding", "names", "hover"],
  },
  "languages/table-sql": {
    functions: [],
    syntax: [],
    grammar: [],
    names: ["functions", "syntax"],
    format: ["functions", "syntax"],
    checks: ["functions", "syntax", "grammar", "names"],
    hover: ["functions", "syntax", "names"],
    completion: ["functions", "syntax", "grammar", "names", "checks"],
  },
  client: {
    interface: [],
    text: ["interface"],
    upload: ["interface"],
    transport: ["interface", "upload"],
    zip: ["text"],
    "sign-in": ["interface", "text", "transport"],
    call: ["interface", "text", "upload", "transport", "sign-in"],
    jobs: ["interface", "call"],
    sql: ["interface", "upload", "call", "jobs"],
  },
  service: {
    model: [],
    call: ["model"],
    sample: ["model"],
    engine: ["model", "call"],
    store: ["model", "call"],
    "sign-in": ["call", "store"],
    "table-data": ["engine", "store"],
    "sql-jobs": ["call", "engine", "store", "table-data"],
    parts: ["call", "store", "sign-in", "table-data", "sql-jobs"],
    authorization: ["call", "store", "sign-in", "parts"],
    operations: ["model", "call", "engine", "store", "table-data", "sql-jobs", "parts", "authorization"],
    "sample-content": ["store", "table-data", "authorization"],
    server: ["call", "store", "parts", "authorization", "operations"],
    process: [".*"],
  },
  results: {
    model: [],
    ingest: ["model"],
    order: ["model"],
    store: ["model", "ingest", "order"],
    view: ["model", "order", "store"],
    columns: ["model", "order", "store", "view"],
    compare: ["model", "store", "columns"],
    export: ["model", "store", "view", "columns"],
    pivot: ["model", "order", "store", "view", "columns"],
    scratch: ["model", "ingest", "store", "columns"],
    worker: ["model", "store", "view", "columns", "compare", "export", "pivot", "scratch"],
  },
  webview: {
    pivot: [],
    charts: [".", "pivot"],
    composer: ["."],
    forms: ["."],
    grid: ["."],
    transactions: ["."],
    operations: [".", "forms"],
    results: [".", "pivot", "charts", "grid"],
    notebook: [".", "grid", "results"],
  },
};

const room = (layerName, name, siblings) => ({
  name: `${layerName}-${name}-imports-only-its-own`.replaceAll("/", "-"),
  severity: "error",
  from: { path: `^src/${layerName}/${name}/` },
  to: {
    path: `^src/${layerName}/`,
    pathNot: [name, ...siblings].map((one) => `^src/${layerName}/${one === "." ? "[^/]+$" : `${one}/`}`),
  },
});

const startFiles = ["languages/start\\.ts$", "results/worker/start\\.ts$", "service/process/(start|data-folder)\\.ts$"];

module.exports = {
  forbidden: [
    // The package "esbuild" is taken for the file of that name beside it.
    { name: "no-cycles", severity: "error", from: { pathNot: "^esbuild\\.js$" }, to: { circular: true } },
    {
      name: "no-orphans",
      severity: "error",
      from: {
        orphan: true,
        path: "^src/",
        pathNot: ["^src/extension\\.ts$", "\\.d\\.ts$"],
      },
      to: {},
    },
    layer("base", []),
    layer("contract", ["base/"]),
    layer("protocol", ["base/"]),
    layer("duckdb", ["base/"]),
    layer("client", ["contract/", "base/"]),
    layer("languages", ["contract/", "base/"]),
    layer("service", [
      "contract/",
      "languages/(core|sql-like/syntax\\.ts|table-sql/(syntax|functions/functions)\\.ts)",
      "duckdb/",
      "base/",
    ]),
    layer("results", ["duckdb/", "protocol/", "contract/", "base/"]),
    layer("host", ["protocol/", "base/"]),
    layer("webview", ["protocol/", "base/"]),
    layer("features", ["host/", "protocol/", "contract/", "base/", "client/", "languages/core/", ...startFiles]),
    ...Object.entries(rooms).flatMap(([layerName, table]) =>
      Object.entries(table).map(([name, siblings]) => room(layerName, name, siblings)),
    ),
    {
      name: "no-cycles-between-folders",
      severity: "error",
      scope: "folder",
      from: { path: "^src/" },
      to: { circular: true },
    },
    {
      name: "features-are-siblings",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/", pathNot: "^src/features/$1/" },
    },
    {
      name: "languages-are-siblings",
      severity: "error",
      from: { path: "^src/languages/(sql-like|table-sql|table-source|sql-job)/" },
      to: { path: "^src/languages/", pathNot: ["^src/languages/$1/", "^src/languages/core/"] },
    },
    {
      name: "nobody-imports-the-composition-root",
      severity: "error",
      from: {},
      to: { path: "^src/extension\\.ts$" },
    },
    {
      name: "vscode-only-at-the-top",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/(extension\\.ts|features/|host/)"] },
      to: { path: "^vscode$|node_modules/(@types/vscode|vscode-languageclient)/", reachable: true },
    },
    {
      name: "models-are-plain",
      severity: "error",
      from: { path: "-model\\.ts$" },
      to: { path: "^vscode$|node_modules/(@types/vscode|vscode-languageclient)/", reachable: true },
    },
    {
      name: "tests-outside-vscode-are-plain",
      severity: "error",
      from: { path: "^test/(unit|contract|webview)/" },
      to: { path: "^vscode$|node_modules/@types/vscode/", reachable: true },
    },
    {
      name: "native-code-stays-out-of-the-host",
      severity: "error",
      from: { path: "^src/(extension\\.ts|features/|host/)" },
      to: { path: "node_modules/(@duckdb/|fastify/|dt-sql-parser/|@polyglot-sql/)", reachable: true },
    },
    {
      name: "only-duckdb-imports-duckdb",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/duckdb/" },
      to: { path: "node_modules/@duckdb/" },
    },
    {
      name: "no-node-modules",
      severity: "error",
      from: { path: "^src/(webview|contract|base|protocol)/" },
      to: {
        path: "^(node:.*|fs|path|os|http|https|net|child_process|stream|crypto|url|util|events|buffer)$",
        reachable: true,
      },
    },
    {
      name: "no-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^vscode$" },
    },
  ],
  options: {
    // Rules about folders are asked only with these.
    metrics: true,
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default"] },
  },
};
