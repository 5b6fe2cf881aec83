import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { contrastBetween, minimumContrast, type RgbColor } from "../../src/webview/charts/series-colors.ts";
import { axeFindings } from "./support/axe-findings.ts";
import { announced, settled, withResultsPage } from "./support/results-page.ts";
import { headcountResult, teamsResult } from "./support/sample-results.ts";
import { type ThemeName, themes } from "./support/themes.ts";

/** The colours of the lines, and the one that the page shows behind them. */
async function drawnColors(page: Page): Promise<{ strokes: RgbColor[]; background: RgbColor }> {
  const { strokes, background } = await page.evaluate(() => ({
    strokes: [...document.querySelectorAll(".chart-drawing .mark-line path")].map(
      (line) => getComputedStyle(line).stroke,
    ),
    background: getComputedStyle(document.body).backgroundColor,
  }));
  return { strokes: strokes.map(readColor), background: readColor(background) };
}

/** Takes `rgb(1, 2, 3)`. */
function readColor(text: string): RgbColor {
  const [red, green, blue] = (text.match(/^rgb\((\d+), (\d+), (\d+)\)$/) ?? []).slice(1).map(Number);
  if (red === undefined || green === undefined || blue === undefined) {
    throw new Error(`"${text}" is no colour without transparency.`);
  }
  return [red, green, blue];
}

suite("The chart of a result", function () {
  this.timeout(60_000);

  test("draws a line for each member over time, with its numbers as a table beside it", async () => {
    await withResultsPage({ headcount: headcountResult() }, async ({ page, host, violations }) => {
      await settled(page);
      assert.equal(await page.locator('script[src*="chart.js"]').count(), 0);
      await page.getByRole("button", { name: "Chart" }).click();
      await page.waitForSelector(".chart-drawing svg .mark-line");
      assert.equal(await page.locator(".chart-drawing svg .mark-line path").count(), 4);
      assert.deepEqual(host.asks("chartData"), [
        { resultId: "headcount", kind: "line", function: "sum", x: 0, y: 2, series: 1, view: { sort: [], filter: [] } },
      ]);
      assert.equal(await page.locator(".chart-table tbody tr").count(), 96);
      assert.deepEqual(await page.locator(".chart-table tbody tr").first().locator("th, td").allTextContents(), [
        "2023-01-01",
        "Engineering",
        "820",
      ]);
      assert.deepEqual(await violations(), []);
    });
  });

  test("begins with a bar for each member where the rows are of one period", async () => {
    await withResultsPage({ headcount: headcountResult(1) }, async ({ page, host, violations }) => {
      await settled(page);
      await page.getByRole("button", { name: "Chart" }).click();
      await page.waitForSelector(".chart-drawing svg .mark-rect path");
      assert.equal(await page.locator(".chart-drawing svg .mark-rect path").count(), 4);
      assert.deepEqual(host.asks("chartData"), [
        { resultId: "headcount", kind: "bars", function: "sum", x: 1, y: 2, view: { sort: [], filter: [] } },
      ]);
      assert.deepEqual(await violations(), []);
    });
  });

  test("draws every kind of chart, copies it and saves it as a picture", async () => {
    await withResultsPage({ headcount: headcountResult() }, async ({ page, host, violations }) => {
      await settled(page);
      await page.getByRole("button", { name: "Chart" }).click();
      const kind = page.locator(".chart-choice", { hasText: /^Chart/ }).locator("select");
      for (const [name, marks, least] of [
        ["Bars", ".mark-rect path", 96],
        ["Stacked Bars", ".mark-rect path", 96],
        ["Heat Map", ".mark-rect path", 96],
        ["Histogram", ".mark-rect path", 10],
        ["Box Plot", ".mark-rule line", 4],
        ["Time Line", ".mark-line path", 4],
      ] as const) {
        await kind.selectOption({ label: name });
        await page.waitForFunction(
          ([title, selector, count]) =>
            document.querySelector('[aria-live="polite"]')?.textContent?.startsWith(`${title}: `) &&
            document.querySelectorAll(`.chart-drawing ${selector}`).length >= Number(count),
          [name, marks, least] as const,
        );
        const label = await page.locator(".chart-drawing").getAttribute("aria-label");
        assert.ok(label?.startsWith(`${name}: `), label ?? "");
        assert.ok((await page.locator(".chart-table tbody tr").count()) > 3);
      }
      await page.getByRole("button", { name: "Copy as SVG" }).click();
      await announced(page, "Copied the chart as SVG.");
      assert.match(host.copied[0] ?? "", /^<svg[^>]*>.*<\/svg>$/s);
      await page.getByRole("button", { name: "Save Chart As…" }).click();
      await page.getByRole("menuitem", { name: "Save as PNG…" }).click();
      await announced(page, "The chart is saved.");
      const [saved] = host.asks("saveChart") as { type: string; data: string }[];
      assert.equal(saved?.type, "png");
      assert.equal(
        Buffer.from(saved?.data ?? "", "base64")
          .subarray(1, 4)
          .toString(),
        "PNG",
      );
      assert.deepEqual(await axeFindings(page), []);
      assert.deepEqual(await violations(), []);
    });
  });

  test("is drawn by the spec beside the query, says why one cannot be, and has a way back", async () => {
    const spec = { data: { name: "result" }, mark: "point", encoding: { x: { field: "place" }, y: { field: "y" } } };
    const name = "headcount.chart.json";
    await withResultsPage(
      { headcount: headcountResult() },
      async ({ page, host, violations }) => {
        await settled(page);
        host.channel.notify("command", { command: "editChartSpec" });
        await page.getByText("Drawn by headcount.chart.json.").waitFor();
        await page.waitForSelector(".chart-drawing .mark-symbol path");
        const notify = (text: string) => host.channel.notify("chartSpecChanged", { resultId: "headcount", text, name });
        notify(JSON.stringify({ ...spec, data: { url: "https://example.com/x.json" } }));
        await page.getByRole("alert").getByText('"url" is not allowed').waitFor();
        notify(JSON.stringify({ ...spec, mark: "no such mark" }));
        await page.getByRole("alert").getByText("the drawing failed").waitFor();
        await page.getByRole("button", { name: "Use the Built-In Chart" }).click();
        await page.waitForSelector(".chart-drawing .mark-line path");
        await page.getByRole("button", { name: "Edit Chart Spec" }).click();
        await page.waitForFunction(() => document.querySelectorAll(".chart-messages > *").length === 0);
        assert.equal(host.asks("editChartSpec").length, 2);
        const [, edited] = host.asks("editChartSpec") as { text: string }[];
        const written = JSON.parse(edited?.text ?? "{}") as Record<string, unknown>;
        assert.deepEqual(written["data"], { name: "result" });
        notify(edited?.text ?? "");
        await page.getByText("Drawn by headcount.chart.json.").waitFor();
        await page.waitForFunction(() => document.querySelectorAll(".chart-drawing .mark-line path").length === 4);
        assert.deepEqual(await violations(), []);
      },
      { instead: { chartSpec: { text: JSON.stringify(spec), name } } },
    );
  });

  test("says so when there is nothing to draw", async () => {
    const words = { columns: [{ name: "EmployeeID", kind: "text" }] as const, rowCount: 2, cell: () => "a" };
    await withResultsPage({ words }, async ({ page }) => {
      await settled(page);
      await page.getByRole("button", { name: "Chart" }).click();
      await page.getByText("no column of numbers, nor one with few values").waitFor();
    });
  });

  for (const theme of Object.keys(themes) as ThemeName[]) {
    test(`draws every series legibly, in the ${theme} theme`, async () => {
      await withResultsPage(
        { teams: teamsResult(24) },
        async ({ page }) => {
          await settled(page);
          await page.getByRole("button", { name: "Chart" }).click();
          await page.waitForSelector(".chart-drawing svg .mark-line");
          const { strokes, background } = await drawnColors(page);
          assert.equal(strokes.length, 24);
          for (const stroke of strokes) {
            const contrast = contrastBetween(stroke, background);
            assert.ok(contrast >= minimumContrast, `${stroke} on ${background} has a contrast of ${contrast}`);
          }
        },
        { theme },
      );
    });
  }

  test("is legible in the colours that a system forces", async () => {
    await withResultsPage(
      { teams: teamsResult(3) },
      async ({ page }) => {
        await settled(page);
        await page.getByRole("button", { name: "Chart" }).click();
        await page.waitForSelector(".chart-drawing svg .mark-line");
        const { strokes, background } = await drawnColors(page);
        assert.deepEqual(background, [255, 255, 255]);
        assert.ok(strokes.every((stroke) => contrastBetween(stroke, background) >= minimumContrast));
        const labels = await page.evaluate(() =>
          [...document.querySelectorAll(".chart-drawing text")].map((text) => getComputedStyle(text).fill),
        );
        assert.ok(labels.length > 0 && labels.every((fill) => contrastBetween(readColor(fill), background) >= 4.5));
      },
      { theme: "dark", forcedColors: "active" },
    );
  });

  test("takes other colours when the theme changes", async () => {
    await withResultsPage({ teams: teamsResult(3) }, async ({ page }) => {
      await settled(page);
      await page.getByRole("button", { name: "Chart" }).click();
      await page.waitForSelector(".chart-drawing svg .mark-line");
      const before = await drawnColors(page);
      await page.evaluate((light) => {
        for (const [name, value] of Object.entries(light)) {
          document.documentElement.style.setProperty(name, value);
        }
      }, themes.light);
      await page.waitForFunction(
        ([red, green, blue]) =>
          document.querySelector(".chart-drawing .mark-line path")?.getAttribute("stroke") !==
          `#${[red, green, blue].map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`,
        before.strokes[0] ?? [],
      );
      const { strokes, background } = await drawnColors(page);
      assert.ok(strokes.every((stroke) => contrastBetween(stroke, background) >= minimumContrast));
    });
  });

  test("tells series beyond the colours apart by their dashes and says which are left out", async () => {
    await withResultsPage({ teams: teamsResult(30) }, async ({ page }) => {
      await settled(page);
      await page.getByRole("button", { name: "Chart" }).click();
      await page.waitForSelector(".chart-drawing svg .mark-line");
      const looks = await page.evaluate(() =>
        [...document.querySelectorAll(".chart-drawing .mark-line path")].map(
          (line) => `${line.getAttribute("stroke")} ${line.getAttribute("stroke-dasharray")}`,
        ),
      );
      assert.equal(looks.length, 24);
      assert.equal(new Set(looks).size, 24);
      await page.getByText("Only the 24 largest of 30 series are drawn").waitFor();
      const named = await page.locator(".chart-drawing .role-legend-label text").allTextContents();
      assert.ok(named.includes("Team 30") && !named.includes("Team 06"), named.join());
      assert.equal(await page.locator(".chart-table tbody tr").count(), 200);
    });
  });

  test("tells bars beyond the colours apart by their fill and outline", async () => {
    const years = {
      columns: [
        { name: "Year", kind: "text" },
        { name: "Team", kind: "text" },
        { name: "Headcount", kind: "number", additivity: "full" },
      ] as const,
      rowCount: 40,
      cell: (row: number, column: number) =>
        [row < 20 ? "last" : "this", `Team ${row % 20}`, String(10 + row)][column] ?? null,
    };
    await withResultsPage({ years }, async ({ page }) => {
      await settled(page);
      await page.getByRole("button", { name: "Chart" }).click();
      await page.waitForSelector(".chart-drawing svg .mark-rect path");
      const looks = await page.evaluate(() =>
        [...document.querySelectorAll(".chart-drawing .mark-rect path")].map((bar) =>
          ["fill", "stroke", "stroke-dasharray"].map((name) => bar.getAttribute(name)).join(" "),
        ),
      );
      assert.equal(looks.length, 40);
      assert.equal(new Set(looks).size, 20);
    });
  });

  test("says so when its numbers come in no known form", async () => {
    await withResultsPage(
      { headcount: headcountResult() },
      async ({ page }) => {
        await settled(page);
        await page.getByRole("button", { name: "Chart" }).click();
        await page.getByText('The response to "chartData" is not in the expected format').waitFor();
      },
      { instead: { chartData: { marks: [{ x: 1 }], isCut: false, isComputed: false } } },
    );
  });
});
