import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Packet } from "../../../src/protocol/channel.ts";
import type { PageHtmlOptions } from "../../../src/protocol/page-html.ts";
import { chromiumArguments, ensureChromium } from "../../run/chromium.mjs";
import { type ThemeName, themes } from "./themes.ts";

const repositoryRoot = join(import.meta.dirname, "..", "..", "..");

/** What a page of the extension is made of; names without a folder are those of built files. */
export interface PageSource {
  readonly script: string;
  /** File in `media`. */
  readonly style: string;
  /** Gives the page for the addresses of its files. */
  html(options: PageHtmlOptions, urlOf: (builtFile: string) => string): string;
}

export interface PageOptions {
  readonly theme?: ThemeName;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly direction?: "ltr" | "rtl";
  readonly forcedColors?: "active";
  /** The state that the page kept before. */
  readonly state?: unknown;
}

export interface OpenedPage<Host> {
  readonly page: Page;
  readonly host: Host;
  /** What the page's policy refused. */
  violations(): Promise<string[]>;
  /** What the page keeps through a reload. */
  state(): Promise<unknown>;
}

interface FakeHost {
  readonly channel: { receive(packet: Packet): void };
}

interface TestWindow {
  violations: string[];
  savedState: unknown;
  hostReceive(packet: unknown): void;
  acquireVsCodeApi(): unknown;
}

/**
 * Opens a page as it ships, in a real Chromium under its own policy and in a context of its own, with a host that
 * answers it.
 */
export async function withPage<Host extends FakeHost>(
  source: PageSource,
  { theme = "dark", viewport = { width: 1000, height: 900 }, direction = "ltr", forcedColors, state }: PageOptions,
  createHost: (post: (packet: Packet) => void) => Host,
  work: (opened: OpenedPage<Host>) => Promise<void>,
): Promise<void> {
  server ??= startServer();
  const origin = await server.then(originOf);
  const context = await (await openBrowser()).newContext({ viewport, ...(forcedColors && { forcedColors }) });
  try {
    const page = await context.newPage();
    const host = createHost((packet) => {
      page.evaluate((data) => window.postMessage(data, "*"), packet).catch(() => undefined);
    });
    await page.exposeBinding("hostReceive", (_source, packet: Packet) => host.channel.receive(packet));
    await page.addInitScript(initPage, {
      variables: { ...themes[theme] },
      themeClasses: themeClasses[theme],
      direction,
      state,
    });
    pages.set(`/${source.script}.html`, htmlOf(source, origin));
    await page.goto(`${origin}/${source.script}.html`);
    const read = (name: "violations" | "savedState") =>
      page.evaluate((key) => (window as unknown as TestWindow)[key], name);
    await work({
      page,
      host,
      violations: async () => (await read("violations")) as string[],
      state: () => read("savedState"),
    });
  } finally {
    await context.close();
  }
}

/** As the editor sets them on the body. */
const themeClasses: Readonly<Record<ThemeName, readonly string[]>> = {
  dark: ["vscode-dark"],
  light: ["vscode-light"],
  highContrast: ["vscode-high-contrast"],
  highContrastLight: ["vscode-high-contrast", "vscode-high-contrast-light"],
};

/** Runs in the page before its own scripts. */
function initPage(options: {
  variables: Record<string, string>;
  themeClasses: readonly string[];
  direction: string;
  state: unknown;
}): void {
  const target = window as unknown as TestWindow;
  target.violations = [];
  target.savedState = options.state;
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    target.violations.push(`${violatedDirective} ${blockedURI}`),
  );
  target.acquireVsCodeApi = () => ({
    postMessage: (packet: unknown) => target.hostReceive(JSON.parse(JSON.stringify(packet))),
    getState: () => target.savedState,
    setState: (state: unknown) => {
      target.savedState = JSON.parse(JSON.stringify(state));
    },
  });
  document.addEventListener("readystatechange", () => {
    for (const [name, value] of Object.entries(options.variables)) {
      document.documentElement.style.setProperty(name, value);
    }
    document.documentElement.dir = options.direction;
    document.body.classList.add(...options.themeClasses);
  });
}

function htmlOf(source: PageSource, origin: string): string {
  const urlOf = (file: string) => `${origin}/dist/webview/${file}`;
  return source.html(
    {
      nonce: "nonceOfTheTest",
      cspSource: origin,
      scriptUri: urlOf(source.script),
      styleUri: `${origin}/media/${source.style}`,
      codiconUri: urlOf("codicon.css"),
    },
    urlOf,
  );
}

const types: Readonly<Record<string, string>> = { ".css": "text/css", ".js": "text/javascript", ".ttf": "font/ttf" };
/** The pages by their paths. */
const pages = new Map<string, string>();
let server: Promise<Server> | undefined;
let browser: Promise<Browser> | undefined;

/** Serves the pages, and the files of `dist/webview` and `media` where they lie. */
async function startServer(): Promise<Server> {
  const started = createServer(async ({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const html = pages.get(pathname);
    const file = join(repositoryRoot, pathname);
    const isFile = /^\/(dist\/webview|media)\/[\w.-]+$/.test(pathname) && existsSync(file);
    const type = html === undefined ? types[extname(pathname)] : "text/html";
    response.writeHead(html !== undefined || isFile ? 200 : 404, { "content-type": type ?? "text/plain" });
    response.end(html ?? (isFile ? await readFile(file) : undefined));
  });
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", () => resolve()));
  return started;
}

function originOf(started: Server): string {
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

/** The Chromium of this process: one for all files of tests, as each test has a context of its own. */
export function openBrowser(): Promise<Browser> {
  browser ??= ensureChromium().then((executablePath) => chromium.launch({ executablePath, args: chromiumArguments }));
  return browser;
}

// Outside every suite: after the tests of all files.
suiteTeardown(async () => {
  await (await browser)?.close();
  const started = await server;
  started?.closeAllConnections();
  started?.close();
});
