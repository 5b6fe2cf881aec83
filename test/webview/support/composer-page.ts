import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Packet } from "../../../src/protocol/channel.ts";
import { composerHtml } from "../../../src/protocol/composer-html.ts";
import { englishComposerStrings } from "../../../src/protocol/composer-strings.ts";
import { FakeComposerHost } from "./fake-composer-host.ts";
import { type ThemeName, themes } from "./themes.ts";

export interface OpenedComposer {
  readonly page: Page;
  readonly host: FakeComposerHost;
  /** What the page's policy refused. */
  violations(): Promise<string[]>;
}

interface TestWindow {
  violations: string[];
  hostReceive(packet: unknown): void;
  acquireVsCodeApi(): unknown;
}

/** The composer as it ships, in a real Chromium under its own policy, over a file that really changes. */
export async function withComposer(
  text: string,
  work: (opened: OpenedComposer) => Promise<void>,
  theme: ThemeName = "dark",
): Promise<void> {
  const server = await startServer();
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1000, height: 1400 } });
  try {
    const page = await context.newPage();
    const host = new FakeComposerHost(text, (packet) => {
      page.evaluate((data) => window.postMessage(data, "*"), packet).catch(() => undefined);
    });
    await page.exposeBinding("hostReceive", (_source, packet: Packet) => host.channel.receive(packet));
    await page.addInitScript(initPage, { variables: { ...themes[theme] }, themeClass: themeClasses[theme] });
    await page.goto(server.url);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const violations = () => page.evaluate(() => (window as unknown as TestWindow).violations);
    await work({ page, host, violations });
  } finally {
    await context.close();
    server.close();
  }
}

const themeClasses: Readonly<Record<ThemeName, string>> = {
  dark: "vscode-dark",
  light: "vscode-light",
  highContrast: "vscode-high-contrast",
  highContrastLight: "vscode-high-contrast vscode-high-contrast-light",
};

function initPage({ variables, themeClass }: { variables: Record<string, string>; themeClass: string }): void {
  const target = window as unknown as TestWindow;
  target.violations = [];
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    target.violations.push(`${violatedDirective} ${blockedURI}`),
  );
  target.acquireVsCodeApi = () => ({
    postMessage: (packet: unknown) => target.hostReceive(JSON.parse(JSON.stringify(packet))),
  });
  document.addEventListener("readystatechange", () => {
    document.body?.classList.add(...themeClass.split(" "));
    for (const [name, value] of Object.entries(variables)) {
      document.documentElement.style.setProperty(name, value);
    }
  });
}

async function startServer(): Promise<{ url: string; close(): void }> {
  const icons = "node_modules/@vscode/codicons/dist";
  const built = await bundled();
  const files: Record<string, { type: string; body: string | Uint8Array }> = {
    ...Object.fromEntries([...built].map(([name, body]) => [`/${name}`, { type: typeOf(name), body }])),
    "/composer.css": { type: "text/css", body: await readFile("media/composer.css") },
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
    composerHtml({
      nonce: "nonceOfTheTest",
      cspSource: origin,
      scriptUri: `${origin}/composer.js`,
      styleUri: `${origin}/composer.css`,
      codiconUri: `${origin}/codicon.css`,
      sqlEditorUri: `${origin}/sql-editor.js`,
      sqlEditorStyleUri: `${origin}/sql-editor.css`,
      strings: englishComposerStrings,
    });
  return { url: `${origin}/`, close: () => server.close() };
}

function typeOf(name: string): string {
  return name.endsWith(".js") ? "text/javascript" : name.endsWith(".css") ? "text/css" : "font/ttf";
}

interface Bundle {
  readonly entryPoints: readonly string[];
}

let bundle: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

/** Built from source by the rows of the build itself, so that the test never looks at an old build. */
function bundled(): Promise<ReadonlyMap<string, Uint8Array>> {
  bundle ??= (async () => {
    const required = createRequire(join(process.cwd(), "package.json"));
    const { bundles } = required("./esbuild.js") as { bundles: readonly Bundle[] };
    const { build } = required("esbuild") as {
      build(options: object): Promise<{ outputFiles: { path: string; contents: Uint8Array }[] }>;
    };
    const rows = bundles.filter(({ entryPoints: [entry] }) => entry?.startsWith("src/webview/composer/"));
    const built = await Promise.all(
      rows.map((row) => build({ ...row, write: false, sourcemap: false, metafile: false, minify: true })),
    );
    const files = built.flatMap(({ outputFiles }) => outputFiles);
    return new Map(files.map(({ path, contents }) => [path.split(/[\\/]/).at(-1) ?? path, contents]));
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
export async function closeComposerBrowser(): Promise<void> {
  await (await opened)?.close();
  opened = undefined;
}
