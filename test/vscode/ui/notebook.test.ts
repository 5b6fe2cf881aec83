import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { quickest } from "./quickest.ts";
import { leaveWindow, takeWindow } from "./shared-window.ts";
import { cellsOf, fact, rowCountOf } from "./shown-result.ts";
import { isStored } from "./stored-state.ts";
import { eventually, storyLimitMs, type WorkforceWindow } from "./workforce-window.ts";

const longCell = "SELECT sum(a.n * b.n) AS total FROM one AS a CROSS JOIN one AS b";
const longNotebook = {
  version: 1,
  cells: [{ kind: "tablesql", text: ["WITH one AS (SELECT explode(sequence(1, 300000)) AS n)", longCell] }],
};

/** What axe finds in the outputs: the rule and where. The rest of the page is VS Code's. */
async function axeFindings(frame: Frame): Promise<string[]> {
  await frame.evaluate(await readFile("node_modules/axe-core/axe.min.js", "utf8"));
  return await frame.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(context: string, options: object): Promise<AxeAnswer> } };
    const { violations } = await axe.run(".workforce-output", { preload: false });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
}

interface AxeAnswer {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** Milliseconds, by the page's own clock, from a click on a button until it is out of sight. */
async function clickUntilHidden(button: Locator): Promise<number> {
  return await button.evaluate(
    (clicked) =>
      new Promise<number>((resolve) => {
        const startedMs = performance.now();
        const look = () => {
          if (clicked.checkVisibility()) {
            requestAnimationFrame(look);
          } else {
            resolve(performance.now() - startedMs);
          }
        };
        (clicked as HTMLElement).click();
        look();
      }),
  );
}

describe("a notebook in VS Code", function () {
  this.timeout(storyLimitMs);
  let window: WorkforceWindow;
  const violations: string[] = [];

  before(async () => {
    window = await takeWindow();
    // Before the extension is there, the file would open as text.
    await window.showExplorer();
    await window.openFile("headcount.workforce-notebook");
    window.page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) {
        violations.push(message.text());
      }
    });
  });
  after(function () {
    return leaveWindow(window, this.test);
  });

  /** The page in which all outputs of the notebook are drawn. */
  const outputs = async (): Promise<Frame> => {
    let found: Frame | undefined;
    await eventually(async () => {
      for (const frame of window.page.frames()) {
        if (
          (await frame
            .locator(".workforce-output")
            .count()
            .catch(() => 0)) > 0
        ) {
          found = frame;
        }
      }
      assert.ok(found, "no output is drawn");
    });
    assert.ok(found);
    return found;
  };
  const runCell = async (text: string) => {
    // The cells lie over the editor group, not in it.
    await window.page
      .locator(".notebookOverlay .view-line", { hasText: text.replaceAll(" ", "\u00a0") })
      .first()
      .click();
    await window.page.keyboard.press("Control+Enter");
  };

  it("shows the rows of a cell in the grid under it, with where they come from", async () => {
    await runCell("-- People who are here now");
    const frame = await outputs();
    await eventually(async () => assert.ok((await rowCountOf(frame)) > 100));
    assert.equal(await fact(frame, "connection"), "Local");
    assert.equal((await cellsOf(frame, 1)).length, 5);
    await window.picture("notebook-grid");
    assert.deepEqual(await axeFindings(frame), []);
  });

  it("scrolls to the last row by keyboard, keeps its keys from the notebook, and gives the focus back by Escape", async () => {
    const frame = await outputs();
    const rows = await rowCountOf(frame);
    await frame.locator('[aria-rowindex="3"] [role="gridcell"]').first().click();
    await window.page.keyboard.press("Control+End");
    await eventually(async () => {
      const row = frame.locator('[role="row"]:has([role="gridcell"][tabindex="0"])');
      assert.equal(await row.getAttribute("aria-rowindex"), String(rows + 1));
    });
    // In a notebook these keys would delete the cell.
    await window.page.keyboard.press("d");
    await window.page.keyboard.press("d");
    await window.page.keyboard.press("Escape");
    await eventually(async () => assert.equal(await frame.evaluate(() => document.hasFocus()), false));
    assert.equal(await window.page.locator(".notebookOverlay .code-cell-row").count(), 2);
  });

  it("draws a chart in the output, and nothing that the page's policy forbids", async () => {
    const frame = await outputs();
    await frame.locator(".toolbar").first().getByRole("button", { name: "Chart", exact: true }).click();
    await frame.locator(".chart-drawing svg").first().waitFor();
    await window.picture("notebook-chart");
    assert.deepEqual(violations, []);
  });

  /** Waits until the results show a result too. */
  const isAmongResults = () =>
    eventually(async () => {
      const pages = await Promise.all(
        window.page.frames().map((each) =>
          each
            .locator("#results .pane")
            .count()
            .catch(() => 0),
        ),
      );
      assert.ok(pages.some((count) => count > 0));
    });

  it("opens the result among the results", async () => {
    const frame = await outputs();
    await frame.getByRole("button", { name: "Open in Results" }).click();
    await isAmongResults();
    await window.picture("notebook-results");
  });

  it("has its rows again after the window was reloaded, without a run", async () => {
    const showTable = async () => {
      const frame = await outputs();
      // Where the notebook is scrolled to after a reload is its own.
      const button = frame.locator(".toolbar").first().getByRole("button", { name: "Table", exact: true });
      await button.dispatchEvent("click");
      return frame;
    };
    const rows = await rowCountOf(await showTable());
    // In a browser VS Code writes what an extension keeps every few seconds, not when the page ends.
    for (const kept of [
      /workforce\.openedResults\\*":\s*\[\\*"/,
      /editorpart\.state[\s\S]*headcount\.workforce-notebook/,
    ]) {
      await eventually(async () => assert.ok(await isStored(window.page, kept)));
    }
    await window.reload();
    const frame = await showTable();
    await eventually(async () => assert.equal(await rowCountOf(frame), rows));
    assert.equal((await cellsOf(frame, 1)).length, 5);
    // Whether the panel is open is VS Code's to remember.
    await window.command("Workforce: Focus Results");
    await isAmongResults();
    await window.picture("notebook-reloaded");
  });

  it("can be read in every theme, in high contrast too", async () => {
    await mkdir(join(window.workspaceFolder, ".vscode"), { recursive: true });
    const frame = await outputs();
    for (const [theme, ofWindow, ofPage] of [
      ["Default Light Modern", "vs", "vscode-light"],
      ["Default Dark Modern", "vs-dark", "vscode-dark"],
      ["Default High Contrast Light", "hc-light", "vscode-high-contrast-light"],
      ["Default High Contrast", "hc-black", "vscode-high-contrast"],
    ] as const) {
      const settings = { "workbench.colorTheme": theme };
      await writeFile(join(window.workspaceFolder, ".vscode", "settings.json"), JSON.stringify(settings));
      await window.page.locator(`.monaco-workbench.${ofWindow}`).waitFor();
      // The page of outputs has no height of its own.
      await frame.locator(`body.${ofPage}`).waitFor({ state: "attached" });
      await window.picture(`notebook-${ofWindow}`);
      assert.deepEqual(await axeFindings(frame), [], theme);
    }
    const border = await frame
      .locator(".grid-cell")
      .first()
      .evaluate((cell) => getComputedStyle(cell).borderBottomWidth);
    assert.equal(border, "1px");
  });

  it("stops a cell within 500 ms", async () => {
    const name = "long.workforce-notebook";
    await writeFile(join(window.workspaceFolder, name), JSON.stringify(longNotebook));
    await window.openFile(name);
    const stop = window.page.locator(".notebookOverlay .codicon-notebook-stop:visible").first();
    const tookMs = await quickest(500, async () => {
      await runCell(longCell);
      await stop.waitFor();
      return await clickUntilHidden(stop);
    });
    assert.ok(tookMs < 500, `${tookMs} ms`);
  });
});
