import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { Channel, type HandlersOf, type Packet } from "../../../src/protocol/channel.ts";
import { transactionHtml } from "../../../src/protocol/transaction-html.ts";
import { englishTransactionStrings } from "../../../src/protocol/transaction-strings.ts";
import {
  isTransactionAsk,
  type TransactionSnapshot,
  type TransactionViewAsks,
  type TransactionViewTells,
} from "../../../src/protocol/transaction-view.ts";
import { type ThemeName, themes } from "./themes.ts";

type Nothing = Record<never, never>;

/** The extension behind the page of a transaction, as far as tests look at it. */
export class FakeTransactionHost {
  readonly channel: Channel<Nothing, TransactionViewAsks, TransactionViewTells, Nothing>;
  /** What the page asked after it was there, in order. */
  readonly asked: { readonly name: string; readonly params: unknown }[] = [];
  /** Set to make the next deed fail. */
  failure: string | undefined;

  constructor(snapshot: TransactionSnapshot, post: (packet: Packet) => void) {
    const deed = (name: keyof TransactionViewAsks) => async (params: unknown) => {
      if (!isTransactionAsk[name](params)) {
        throw new Error(`"${name}" was asked in a form that it does not have.`);
      }
      this.asked.push({ name, params });
      if (this.failure !== undefined) {
        throw new Error(this.failure);
      }
      return undefined;
    };
    const handlers: HandlersOf<TransactionViewAsks> = {
      ready: async () => ({ snapshot, state: { connectionId: "local", transactionId: snapshot.facts.transactionId } }),
      act: deed("act"),
      runAgain: deed("runAgain"),
      setExtended: deed("setExtended"),
    };
    this.channel = new Channel({
      port: { post },
      handlers,
      describe: (error) => (error instanceof Error ? { code: "test", message: error.message } : undefined),
    });
  }
}

export interface OpenedTransaction {
  readonly page: Page;
  readonly host: FakeTransactionHost;
  /** What the page's policy refused. */
  violations(): Promise<string[]>;
  /** What the page keeps through a reload. */
  state(): Promise<unknown>;
}

interface TestWindow {
  violations: string[];
  savedState: unknown;
  hostReceive(packet: unknown): void;
  acquireVsCodeApi(): unknown;
}

export interface TransactionPageOptions {
  readonly snapshot: TransactionSnapshot;
  readonly theme?: ThemeName;
  readonly forcedColors?: "active";
}

/** The page of a transaction as it ships, in a real Chromium under its own policy. */
export async function withTransactionPage(
  { snapshot, theme = "dark", forcedColors }: TransactionPageOptions,
  work: (opened: OpenedTransaction) => Promise<void>,
): Promise<void> {
  const server = await startServer();
  const browser = await openBrowser();
  const viewport = { width: 1000, height: 900 };
  const context = await browser.newContext({ viewport, ...(forcedColors && { forcedColors }) });
  try {
    const page = await context.newPage();
    const host = new FakeTransactionHost(snapshot, (packet) => {
      page.evaluate((data) => window.postMessage(data, "*"), packet).catch(() => undefined);
    });
    await page.exposeBinding("hostReceive", (_source, packet: Packet) => host.channel.receive(packet));
    await page.addInitScript(initPage, { ...themes[theme] });
    await page.goto(server.url);
    await page.waitForSelector("h1");
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
    server.close();
  }
}

/** Runs in the page before its own scripts. */
function initPage(variables: Record<string, string>): void {
  const target = window as unknown as TestWindow;
  target.violations = [];
  document.addEventListener("securitypolicyviolation", (event) =>
    target.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
  );
  target.acquireVsCodeApi = () => ({
    postMessage: (packet: unknown) => target.hostReceive(JSON.parse(JSON.stringify(packet))),
    getState: () => target.savedState,
    setState: (state: unknown) => {
      target.savedState = JSON.parse(JSON.stringify(state));
    },
  });
  document.addEventListener("readystatechange", () => {
    for (const [name, value] of Object.entries(variables)) {
      document.documentElement.style.setProperty(name, value);
    }
  });
}

async function startServer(): Promise<{ url: string; close(): void }> {
  const icons = "node_modules/@vscode/codicons/dist";
  const files: Record<string, { type: string; body: string | Uint8Array }> = {
    "/transaction.js": { type: "text/javascript", body: await bundled() },
    "/transaction.css": { type: "text/css", body: await readFile("media/transaction.css") },
    "/page.css": { type: "text/css", body: await readFile("media/page.css") },
    "/codicon.css": { type: "text/css", body: await readFile(`${icons}/codicon.css`) },
    "/codicon.ttf": { type: "font/ttf", body: await readFile(`${icons}/codicon.ttf`) },
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const file = files[path] ?? (path === "/" ? { type: "text/html", body: html() } : undefined);
    response.writeHead(file ? 200 : 404, { "content-type": file?.type ?? "text/plain" });
    response.end(file?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const html = () =>
    transactionHtml({
      nonce: "nonceOfTheTest",
      cspSource: origin,
      scriptUri: `${origin}/transaction.js`,
      styleUri: `${origin}/transaction.css`,
      codiconUri: `${origin}/codicon.css`,
      strings: englishTransactionStrings,
    });
  return { url: `${origin}/`, close: () => server.close() };
}

let bundle: Promise<string> | undefined;

/** Built from source, so that the test never looks at an old build. */
function bundled(): Promise<string> {
  bundle ??= (async () => {
    const required = createRequire(join(process.cwd(), "package.json"));
    const { browser } = required("./esbuild.js") as { browser: object };
    const { build } = required("esbuild") as {
      build(options: object): Promise<{ outputFiles: { text: string }[] }>;
    };
    const entryPoints = ["src/webview/transactions/transaction-view.ts"];
    const { outputFiles } = await build({ ...browser, entryPoints, write: false, sourcemap: false, metafile: false });
    return outputFiles[0]?.text ?? "";
  })();
  return bundle;
}

let opened: Promise<Browser> | undefined;

function openBrowser(): Promise<Browser> {
  opened ??= chromium.launch({
    executablePath: process.env["CHROME_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"],
  });
  return opened;
}

/** To be called after the tests of a file. */
export async function closeTransactionBrowser(): Promise<void> {
  await (await opened)?.close();
  opened = undefined;
}
