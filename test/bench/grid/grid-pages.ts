import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { BenchOptions } from "../bench-options.ts";
import "./grid-page.ts";

/** Style sheets of each page, by the name of its script. */
const styleSheets = {
  "our-grid": ["media/results.css", "media/results-grid.css"],
  "ag-grid": [],
  "slick-grid": ["node_modules/slickgrid/dist/styles/css/slick.grid.css"],
  "bare-page": [],
} as const satisfies Record<string, readonly string[]>;

export type GridName = keyof typeof styleSheets;

const size = { width: 1280, height: 720 };

/** What every page has, whatever is on it. */
const commonStyle = `
  html, body { margin: 0; height: 100%; overflow: hidden; font: 13px sans-serif; }
  #grid, #grid > .grid { width: 100%; height: 100%; }
  .slick-cell { border: solid #ccc; border-width: 0 1px 1px 0; }
  .slick-header-column { height: 28px; }
  .bare-view { overflow: auto; }
  .bare-row { height: 22px; overflow: hidden; line-height: 22px; white-space: pre; }
  .bare-cell { display: inline-block; width: 120px; }
`;

/** Pages with one grid each, in a browser of their own. */
export class GridPages {
  readonly #browser: Browser;
  readonly #url: string;

  private constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  /** Runs `work` with a browser that is started with these arguments too. */
  static async with<Value>(
    options: BenchOptions,
    browserArguments: readonly string[],
    work: (pages: GridPages) => Promise<Value>,
  ): Promise<Value> {
    const { launchBrowser } = await import("../../vscode/host/window.mjs");
    const server = createServer((request, response) => {
      void answer(options, request.url ?? "/").then(
        ({ type, body }) => response.writeHead(200, { "content-type": type }).end(body),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    const browser = await launchBrowser(browserArguments);
    try {
      return await work(new GridPages(browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    } finally {
      await browser.close();
      server.close();
    }
  }

  /** Runs `work` with a new page that shows the grid's first rows. */
  async open<Value>(name: GridName, work: (page: Page, context: BrowserContext) => Promise<Value>): Promise<Value> {
    const context = await this.#browser.newContext({ viewport: size });
    try {
      const page = await context.newPage();
      const errors: Error[] = [];
      page.on("pageerror", (error) => errors.push(error));
      await page.goto(`${this.#url}/${name}`);
      try {
        await page.waitForFunction(() => window.bench !== undefined, undefined, { timeout: 30_000 });
      } catch (error) {
        throw errors[0] ?? error;
      }
      return await work(page, context);
    } finally {
      await context.close();
    }
  }
}

async function answer(
  { programFolder, repositoryRoot }: BenchOptions,
  url: string,
): Promise<{ type: string; body: string | Buffer }> {
  const path = url.slice(1);
  if (path.endsWith(".js")) {
    return { type: "text/javascript", body: await readFile(join(programFolder, "pages", path)) };
  }
  const files = styleSheets[path as GridName].map((file) => readFile(join(repositoryRoot, file), "utf8"));
  return { type: "text/html", body: html(path, [commonStyle, ...(await Promise.all(files))].join("\n")) };
}

function html(name: string, style: string): string {
  return `<!doctype html><meta charset="utf-8"><title>${name}</title><style>${style}</style><div id="grid"></div>
<script>window.startedMs = performance.now()</script><script src="/${name}.js"></script>`;
}
