import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import type { HandlersOf, Packet } from "../../../src/protocol/channel.ts";
import type { KeptLayout } from "../../../src/protocol/result-columns.ts";
import { resultsHtml } from "../../../src/protocol/results-html.ts";
import { englishResultsStrings } from "../../../src/protocol/results-strings.ts";
import type { ResultsViewAsks } from "../../../src/protocol/results-view.ts";
import { FakeHost } from "./fake-host.ts";
import type { FakeResult } from "./fake-result.ts";
import { type ThemeName, themes } from "./themes.ts";

export interface ResultsPage {
  readonly page: Page;
  readonly host: FakeHost;
  /** What the page's policy refused. */
  violations(): Promise<string[]>;
}

export interface PageOptions {
  readonly theme?: ThemeName;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** What the page kept of each result. */
  readonly state?: unknown;
  readonly direction?: "ltr" | "rtl";
  readonly forcedColors?: "active";
  /** The layouts of columns that the host kept, by result. */
  readonly layouts?: Readonly<Record<string, KeptLayout>>;
  /** What the host answers in place of the true answers, from the first one on. */
  readonly instead?: Partial<Record<keyof ResultsViewAsks, unknown>>;
  /** Asks that something else answers, such as a data worker. */
  readonly forwarded?: Partial<HandlersOf<ResultsViewAsks>>;
}

/** The page as it ships, in a real Chromium under its own policy, with a host that answers from `results`. */
export async function withResultsPage(
  results: Readonly<Record<string, FakeResult>>,
  work: (opened: ResultsPage) => Promise<void>,
  {
    theme = "dark",
    viewport = { width: 1200, height: 420 },
    state,
    direction = "ltr",
    forcedColors,
    layouts = {},
    instead = {},
    forwarded = {},
  }: PageOptions = {},
): Promise<void> {
  const server = await startServer();
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport, ...(forcedColors && { forcedColors }) });
  try {
    const page = await context.newPage();
    const post = (packet: Packet) => {
      page.evaluate((data) => window.postMessage(data, "*"), packet).catch(() => undefined);
    };
    const host = new FakeHost(results, post, forwarded);
    for (const [resultId, layout] of Object.entries(layouts)) {
      host.layouts.set(resultId, layout);
    }
    for (const [name, answer] of Object.entries(instead)) {
      host.instead.set(name as keyof ResultsViewAsks, answer);
    }
    await page.exposeBinding("hostReceive", (_source, packet: Packet) => host.channel.receive(packet));
    await page.addInitScript(initPage, {
      variables: themes[theme],
      bodyClass: bodyClasses[theme],
      state,
      direction,
    });
    await page.goto(server.url);
    await work({ page, host, violations: () => page.evaluate(() => (window as unknown as TestWindow).violations) });
  } finally {
    await context.close();
    server.close();
  }
}

/** Waits until no row in sight is awaited. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const cells = document.querySelectorAll(".grid-cell");
    // A key that leads far changes nothing in sight until the rows are here.
    const waiting = document.querySelectorAll('.grid-cell[data-state="waiting"], .grid.is-coming');
    return cells.length > 0 && waiting.length === 0;
  });
}

const bodyClasses: Readonly<Record<ThemeName, string>> = {
  dark: "vscode-dark",
  light: "vscode-light",
  highContrast: "vscode-high-contrast",
  highContrastLight: "vscode-high-contrast-light",
};

interface TestWindow {
  violations: string[];
  savedState: unknown;
  hostReceive(packet: unknown): void;
  acquireVsCodeApi(): unknown;
}

/** Runs in the page before its own scripts. */
function initPage(options: {
  variables: Record<string, string>;
  bodyClass: string;
  state: unknown;
  direction: string;
}): void {
  const target = window as unknown as TestWindow;
  target.violations = [];
  target.savedState = options.state;
  document.addEventListener("securitypolicyviolation", (event) =>
    target.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
  );
  target.acquireVsCodeApi = () => ({
    postMessage: (packet: unknown) => target.hostReceive(JSON.parse(JSON.stringify(packet))),
    getState: () => ({ activeId: undefined, states: target.savedState ?? {} }),
    setState: (kept: { states: unknown }) => {
      target.savedState = kept.states;
    },
  });
  document.addEventListener("readystatechange", () => {
    for (const [name, value] of Object.entries(options.variables)) {
      document.documentElement.style.setProperty(name, value);
    }
    document.documentElement.dir = options.direction;
    document.body.classList.add(options.bodyClass);
  });
}

async function startServer(): Promise<{ url: string; close(): void }> {
  const scripts = await bundleWebviews();
  const files: Record<string, { type: string; body: string | Uint8Array }> = {
    "/results.js": { type: "text/javascript", body: scripts.results },
    "/chart.js": { type: "text/javascript", body: scripts.chart },
    ...Object.fromEntries(
      await Promise.all(
        [
          "results.css",
          "results-grid.css",
          "results-chart.css",
          "results-columns.css",
          "results-rows.css",
          "results-pivot.css",
        ].map(async (name) => [`/${name}`, { type: "text/css", body: await readFile(`media/${name}`) }]),
      ),
    ),
    "/codicon.css": { type: "text/css", body: await readFile("node_modules/@vscode/codicons/dist/codicon.css") },
    "/codicon.ttf": { type: "font/ttf", body: await readFile("node_modules/@vscode/codicons/dist/codicon.ttf") },
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const file = files[path] ?? (path === "/" ? { type: "text/html", body: html() } : undefined);
    response.writeHead(file ? 200 : 404, { "content-type": file?.type ?? "text/plain" });
    response.end(file?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const html = () =>
    resultsHtml({
      nonce: "nonceOfTheTest",
      cspSource: origin,
      scriptUri: `${origin}/results.js`,
      styleUri: `${origin}/results.css`,
      codiconUri: `${origin}/codicon.css`,
      chartUri: `${origin}/chart.js`,
      strings: englishResultsStrings,
    });
  return { url: `${origin}/`, close: () => server.close() };
}

let bundles: Promise<{ results: string; chart: string }> | undefined;

/** Built from source, as the product is, so that the test never looks at an old build. */
function bundleWebviews(): Promise<{ results: string; chart: string }> {
  bundles ??= (async () => {
    const required = createRequire(join(process.cwd(), "package.json"));
    const { browser } = required("./esbuild.js") as { browser: object };
    const { build } = required("esbuild") as {
      build(options: object): Promise<{ outputFiles: { text: string }[] }>;
    };
    const bundle = async (entry: string) => {
      const { outputFiles } = await build({
        ...browser,
        entryPoints: [entry],
        write: false,
        sourcemap: false,
        metafile: false,
      });
      return outputFiles[0]?.text ?? "";
    };
    const [results, chart] = await Promise.all([
      bundle("src/webview/results/results-view.ts"),
      bundle("src/webview/charts/chart-view.ts"),
    ]);
    return { results, chart };
  })();
  return bundles;
}

let opened: Promise<Browser> | undefined;

function openBrowser(): Promise<Browser> {
  opened ??= chromium.launch({
    executablePath: process.env["CHROME_PATH"] ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  return opened;
}

/** To be called after the tests of a file. */
export async function closeBrowser(): Promise<void> {
  await (await opened)?.close();
  opened = undefined;
}
