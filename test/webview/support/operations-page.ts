import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { Channel, type HandlersOf, type Packet } from "../../../src/protocol/channel.ts";
import type { CallValues, OperationForm } from "../../../src/protocol/operation-form.ts";
import { operationsHtml } from "../../../src/protocol/operations-html.ts";
import { englishOperationsStrings } from "../../../src/protocol/operations-strings.ts";
import {
  type CallOutcome,
  type CallRequest,
  isOperationsAsk,
  type OperationsViewAsks,
  type OperationsViewTells,
  type PastCall,
} from "../../../src/protocol/operations-view.ts";
import { type ThemeName, themes } from "./themes.ts";

type Nothing = Record<never, never>;

/** The extension behind the page of an operation, as far as tests look at it. */
export class FakeOperationsHost {
  readonly channel: Channel<Nothing, OperationsViewAsks, OperationsViewTells, Nothing>;
  /** What the page asked, in order. */
  readonly asked: { readonly name: string; readonly params: unknown }[] = [];
  /** What the page is of; another one is drawn after a reload. */
  form: OperationForm;
  /** What a call gives; waits for ever when there is nothing. */
  outcome: CallOutcome | undefined;
  past: Record<string, CallValues> = {};
  wasStopped = false;

  constructor(options: OperationsPageOptions, post: (packet: Packet) => void) {
    const { form, values = {}, history = [], notice = "", unavailable = "" } = options;
    this.form = form;
    const handlers: HandlersOf<OperationsViewAsks> = {
      ready: async () => ({
        form: this.form,
        place: { connectionId: "local", connection: "Local", tenant: "WFF_demo" },
        values,
        history,
        notice,
        unavailable,
      }),
      send: (_params, signal) =>
        this.outcome
          ? Promise.resolve(this.outcome)
          : new Promise((_resolve, reject) => {
              signal.addEventListener("abort", () => {
                this.wasStopped = true;
                reject(signal.reason);
              });
            }),
      chooseFile: async () => ({ file: { $file: "1", name: "people.csv", size: 2048 } }),
      saveAnswer: async () => ({ isWritten: true }),
      copyAnswer: async () => undefined,
      openAnswer: async () => undefined,
      copyCurl: async () => undefined,
      openDocument: async () => undefined,
      pastValues: async ({ id }) => ({ values: this.past[id] ?? {} }),
      clearHistory: async () => {
        this.channel.tell("history", { calls: [] });
        return undefined;
      },
    };
    const noted = Object.entries(handlers).map(([name, handle]) => [
      name,
      (params: unknown, signal: AbortSignal) => {
        this.asked.push({ name, params });
        if (!isOperationsAsk[name as keyof OperationsViewAsks](params)) {
          throw new Error(`"${name}" was asked in a form that it does not have.`);
        }
        return (handle as (params: unknown, signal: AbortSignal) => Promise<unknown>)(params, signal);
      },
    ]);
    this.channel = new Channel({ port: { post }, handlers: Object.fromEntries(noted) });
  }

  /** The calls that were sent. */
  get calls(): readonly CallRequest[] {
    return this.asked.filter(({ name }) => name === "send").map(({ params }) => params as CallRequest);
  }
}

export interface OperationsPageOptions {
  readonly form: OperationForm;
  readonly values?: CallValues;
  readonly history?: readonly PastCall[];
  readonly notice?: string;
  readonly unavailable?: string;
  readonly theme?: ThemeName;
  readonly forcedColors?: "active";
}

export interface OpenedOperation {
  readonly page: Page;
  readonly host: FakeOperationsHost;
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

/** The page of an operation as it ships, in a real Chromium under its own policy. */
export async function withOperationsPage(
  options: OperationsPageOptions,
  work: (opened: OpenedOperation) => Promise<void>,
): Promise<void> {
  const { theme = "dark", forcedColors } = options;
  const server = await startServer();
  const browser = await openBrowser();
  const viewport = { width: 1000, height: 900 };
  const context = await browser.newContext({ viewport, ...(forcedColors && { forcedColors }) });
  try {
    const page = await context.newPage();
    const host = new FakeOperationsHost(options, (packet) => {
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
  const styles = ["operations.css", "operations-answer.css", "page.css"].map(async (name) => [
    `/${name}`,
    { type: "text/css", body: await readFile(`media/${name}`) },
  ]);
  const icons = "node_modules/@vscode/codicons/dist";
  const files: Record<string, { type: string; body: string | Uint8Array }> = {
    "/operations.js": { type: "text/javascript", body: await bundled() },
    "/codicon.css": { type: "text/css", body: await readFile(`${icons}/codicon.css`) },
    "/codicon.ttf": { type: "font/ttf", body: await readFile(`${icons}/codicon.ttf`) },
    ...Object.fromEntries(await Promise.all(styles)),
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
    operationsHtml({
      nonce: "nonceOfTheTest",
      cspSource: origin,
      scriptUri: `${origin}/operations.js`,
      styleUri: `${origin}/operations.css`,
      codiconUri: `${origin}/codicon.css`,
      strings: englishOperationsStrings,
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
    const entryPoints = ["src/webview/operations/operations-view.ts"];
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
export async function closeOperationsBrowser(): Promise<void> {
  await (await opened)?.close();
  opened = undefined;
}
