import assert from "node:assert/strict";
import type { GraphNode, ViewGraphSnapshot } from "../../src/protocol/view-graph-view.ts";
import { axeFindings } from "./support/axe-findings.ts";
import { type ThemeName, themes } from "./support/themes.ts";
import { withViewsPage } from "./support/views-page.ts";

const node = (name: string, kind: GraphNode["kind"], upstream: readonly string[] = []): GraphNode => ({
  id: `id-${name}`,
  name,
  kind,
  upstream: upstream.map((other) => ({ id: `id-${other}`, joinFilter: "input.k = output.k" })),
  warnings: [],
});

const cost: GraphNode = { ...node("cost", "view", ["person", "gone"]), warnings: ["A dependency does not exist."] };
const snapshot: ViewGraphSnapshot = {
  place: "Local · WFF_demo",
  summary: "3 materialized views, 1 warning.",
  nodes: [
    cost,
    node("yearly", "view", ["cost", "<b>rates</b>"]),
    node("old", "disabledView"),
    node("person", "table"),
    node("<b>rates</b>", "table"),
    node("gone", "missing"),
  ],
};

suite("The graph of materialized views", function () {
  this.timeout(60_000);

  test("draws what views read, says it aloud, and lists it with joins and warnings", async () => {
    await withViewsPage({ snapshot }, async ({ page, violations }) => {
      assert.equal(await page.locator(".canvas path.edge").count(), 4);
      const button = (name: string) => page.locator(".node", { hasText: name });
      assert.equal(
        await button("cost").getAttribute("aria-label"),
        "cost, view; reads person, gone; read by yearly; warnings: A dependency does not exist.",
      );
      const left = async (name: string) => (await button(name).boundingBox())?.x ?? 0;
      assert.ok((await left("person")) < (await left("cost")) && (await left("cost")) < (await left("yearly")));
      const section = page.locator("section", { hasText: "A dependency does not exist." });
      assert.match(await section.innerText(), /cost\s+person: input\.k = output\.k\s+gone: input\.k = output\.k/);
      assert.equal(await page.locator(".node b").count(), 0);
      assert.deepEqual(await violations(), []);
    });
  });

  test("opens definitions by click and by keys, and moves between neighbours with one tab stop", async () => {
    await withViewsPage({ snapshot }, async ({ page, host }) => {
      const focused = () => page.evaluate(() => document.activeElement?.querySelector(".node-name")?.textContent);
      assert.equal(await page.locator('.node[tabindex="0"]').count(), 1);
      await page.locator(".node", { hasText: "person" }).focus();
      await page.keyboard.press("ArrowRight");
      assert.equal(await focused(), "cost");
      await page.keyboard.press("ArrowRight");
      assert.equal(await focused(), "yearly");
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowLeft");
      assert.notEqual(await focused(), "yearly");
      assert.equal(await page.locator('.node[tabindex="0"]').count(), 1);
      await page.locator(".node", { hasText: "gone" }).click({ force: true });
      await page.locator(".node", { hasText: "cost" }).click();
      await page.getByRole("button", { name: "old, view, not enabled", exact: true }).last().click();
      assert.deepEqual(host.opened, ["id-yearly", "id-cost", "id-old"]);
    });
  });

  for (const theme of Object.keys(themes) as ThemeName[]) {
    test(`is legible for everybody in the theme ${theme}`, async () => {
      await withViewsPage({ snapshot, theme }, async ({ page }) => assert.deepEqual(await axeFindings(page), []));
    });
  }

  test("draws 500 views at once, and scrolls by itself in a narrow tab", async () => {
    const names = Array.from({ length: 500 }, (_, index) => `v${index}`);
    const nodes = [
      ...names.map((name, index) => node(name, "view", index < 50 ? [`t${index}`] : [names[index - 50] ?? "", "t0"])),
      ...Array.from({ length: 50 }, (_, index) => node(`t${index}`, "table")),
    ];
    const many = { ...snapshot, nodes };
    await withViewsPage({ snapshot: many, viewport: { width: 480, height: 700 } }, async ({ page, host }) => {
      assert.equal(await page.locator(".node").count(), 550);
      const took = await page.evaluate(() => performance.now());
      assert.ok(took < 10_000, `the page took ${took} ms`);
      const { wanted, given, scrolls } = await page.evaluate(() => {
        const { scrollWidth: wanted, clientWidth: given } = document.documentElement;
        const graph = document.querySelector(".graph");
        return { wanted, given, scrolls: (graph?.scrollWidth ?? 0) > (graph?.clientWidth ?? 0) };
      });
      assert.deepEqual([wanted, scrolls], [given, true]);
      const slowest = await page.evaluate(() => {
        const begun = performance.now();
        for (let index = 0; index < 20; index++) {
          document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        }
        return (performance.now() - begun) / 20;
      });
      assert.ok(slowest < 50, `one key took ${slowest} ms`);
      await page.locator(".node").last().focus();
      await page.keyboard.press("Enter");
      assert.equal(host.opened.length, 1);
    });
  });

  test("says so when there is none", async () => {
    await withViewsPage(
      { snapshot: { ...snapshot, summary: "There is no materialized view.", nodes: [] } },
      async ({ page }) => {
        await page.getByText("There is no materialized view.").waitFor();
        assert.equal(await page.locator(".graph").count(), 0);
      },
    );
  });
});
