import assert from "node:assert/strict";
import { fact } from "../shown-result.ts";
import { eventually, textOf, type WorkforceWindow } from "../workforce-window.ts";
import type { AnsweredWindow } from "./answered-window.ts";

const title = "Own origin";

export function ownOrigin(current: () => AnsweredWindow): void {
  describe("6. A result on screen when the target changes", () => {
    before(async () => {
      await current().openQuery(title);
      await current().run(title);
    });
    after(() => useElsewhere(current()));

    const facts = async () => {
      const frame = await current().window.results();
      return await Promise.all([fact(frame, "connection"), fact(frame, "tenant")]);
    };
    /** Presses Run Again of the result on screen, and gives where its query went. */
    const runAgain = async () => {
      const { host, window } = current();
      const frame = await window.results();
      const queries = host.queries;
      await window.showingNewResult(() => frame.getByRole("button", { name: "Run Again" }).click());
      await window.result(title);
      return { isElsewhere: host.queries === queries + 1, tenant: host.tenant };
    };

    it("keeps the name of its tenant, and acts on that one", async () => {
      const { window } = current();
      await window.statusBar("Elsewhere · WFF_demo").click();
      await pickTarget(window, "tenant");
      await eventually(async () => assert.match(await textOf(window.statusBar("Elsewhere")), /WFF_demo~north/));
      assert.deepEqual(await facts(), ["Elsewhere", "WFF_demo"]);
      const { isElsewhere, tenant } = await runAgain();
      assert.ok(isElsewhere);
      assert.notEqual(tenant, "WFF_demo~north");
      assert.deepEqual(await facts(), ["Elsewhere", "WFF_demo"]);
    });

    it("keeps the name of its connection, and acts on that one", async () => {
      const { window } = current();
      await window.command("Workforce: Use the Local Connection");
      await eventually(async () => assert.match(await textOf(window.statusBar("Local")), /Local · WFF_demo$/));
      assert.deepEqual(await facts(), ["Elsewhere", "WFF_demo"]);
      assert.ok((await runAgain()).isElsewhere);
      assert.deepEqual(await facts(), ["Elsewhere", "WFF_demo"]);
      assert.match(await textOf(window.statusBar("Local")), /Local · WFF_demo$/);
    });
  });
}

/** Goes back to the connection that answers as the tests say, and to its own tenant. */
async function useElsewhere({ window }: AnsweredWindow): Promise<void> {
  await window.statusBar("Local").click();
  await pickTarget(window, "connection");
  await eventually(async () => assert.match(await textOf(window.statusBar("Elsewhere")), /Elsewhere · WFF_demo$/));
}

/** Picks *Elsewhere* or its other tenant, which both connections have, once the tenants of *Elsewhere* are in the list. */
async function pickTarget({ page }: WorkforceWindow, wanted: "connection" | "tenant"): Promise<void> {
  const found = await page.waitForFunction(
    ([connection, code]) => {
      // What a line showed before still stands in it, hidden.
      const lines = [...document.querySelectorAll<HTMLElement>(".quick-input-widget .monaco-list-row")]
        .map((row) => ({ index: Number(row.dataset["index"]), text: row.innerText }))
        .toSorted((one, other) => one.index - other.index);
      const own = lines.findIndex(({ text }) => text.includes(connection));
      // The tenants of a connection are below all connections; its name stands over the first one.
      const begin = lines.findIndex(({ text }, place) => place > own && text.includes(connection));
      const tenant = lines.findIndex(({ text }, place) => place >= begin && text.includes(code));
      return own >= 0 && begin > own && tenant >= begin
        ? { connection: lines[own]?.index, tenant: lines[tenant]?.index }
        : undefined;
    },
    ["Elsewhere", "WFF_demo~north"] as const,
  );
  const indexes = await found.jsonValue();
  await page.locator(`.quick-input-widget .monaco-list-row[data-index="${indexes?.[wanted]}"]`).click();
}
