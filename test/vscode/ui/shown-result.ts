import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import { eventually, type WorkforceWindow } from "./workforce-window.ts";

/** A fact of the result, as its tooltip has it. */
export async function fact(
  frame: Frame,
  name: "connection" | "tenant" | "rows" | "time" | "smallGroups" | "transaction" | "dataVersion",
): Promise<string> {
  const labels = {
    connection: "Connection",
    tenant: "Tenant",
    rows: "Rows",
    time: "Time",
    smallGroups: "Small groups",
    transaction: "Inside the open transaction",
    dataVersion: "Data version",
  };
  const facts = frame.locator(".facts:not(.is-part *)");
  await facts.waitFor();
  const lines = ((await facts.getAttribute("title")) ?? "").split("\n");
  const start = `${labels[name]}: `;
  return lines.find((line) => line.startsWith(start))?.slice(start.length) ?? "";
}

/** The cells of a row of the grid, from 1. */
export async function cellsOf(frame: Frame, row: number): Promise<string[]> {
  const line = frame.locator(`[role="row"][aria-rowindex="${row + 1}"]:not(.is-part *) [role="gridcell"]`);
  // A row is there, and empty, before its window of values has come.
  await line.filter({ hasText: /\S/ }).first().waitFor();
  return await line.allInnerTexts();
}

export async function rowCountOf(frame: Frame): Promise<number> {
  const grid = frame.locator('[role="grid"]:not(.is-part *)');
  await grid.waitFor();
  return Number(await grid.getAttribute("aria-rowcount")) - 1;
}

/** Closes every result but one. */
export async function closeResults(window: WorkforceWindow): Promise<void> {
  await window.command("Workforce: Focus Results");
  const frame = await window.results();
  for (let left = await frame.locator(".tab").count(); left > 1; left--) {
    await frame.locator('.tab[aria-selected="true"] .tab-close').click();
    await eventually(async () => assert.equal(await frame.locator(".tab").count(), left - 1));
  }
}

/** Closes every result, if there is any. */
export async function closeAllResults(window: WorkforceWindow): Promise<void> {
  const counts = window.page.frames().map((frame) => frame.locator("#results .tab").count());
  // A page may end meanwhile.
  if ((await Promise.allSettled(counts)).every((count) => count.status === "rejected" || count.value === 0)) {
    return;
  }
  await window.command("Workforce: Focus Results");
  const frame = await window.results();
  const tabs = frame.locator(".tab");
  for (let left = await tabs.count(); left > 0; left--) {
    // A single tab is out of sight.
    await tabs.locator(".tab-close").first().dispatchEvent("click");
    await eventually(async () => assert.equal(await tabs.count(), left - 1));
  }
}
