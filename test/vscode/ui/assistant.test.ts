import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { DataWindow } from "./data-window.ts";
import { rowCountOf } from "./shown-result.ts";
import { eventually, storyLimitMs, textOf } from "./workforce-window.ts";

/** An analyst's questions, from a sample to one that goes on from the answer. */
describe("Questions to the assistant in VS Code", function () {
  this.timeout(storyLimitMs);
  let data: DataWindow;

  before(async () => {
    data = await DataWindow.open();
    // Starts the service, too.
    await data.ask();
  });
  after(function () {
    return data?.leave(this.test);
  });

  /** The input of the dialog that asks for a question; a closing command palette has the same element. */
  const questionInput = () => data.window.page.locator('.quick-input-widget input[placeholder^="Such as: "]');
  const ask = async (question: string) => {
    await questionInput().fill(question);
    await data.window.quickPickRow(question).click();
  };

  /** The chart of an answer, with the sentence of the answer over it. */
  const answer = async (title: RegExp): Promise<{ readonly chart: Locator; readonly sentence: string }> => {
    const frame = await data.window.results();
    await frame.locator('.tab[aria-selected="true"][data-state="done"]', { hasText: title }).waitFor();
    const chart = frame.locator(".chart:visible");
    await chart.locator("svg, canvas").first().waitFor();
    return { chart, sentence: await textOf(frame.locator('.facts [data-fact="answer"]:visible')) };
  };

  it("offers sample questions, and shows the answer as a chart with a sentence over its rows", async () => {
    const { window } = data;
    await window.command("Workforce: Ask a Question...");
    await eventually(async () =>
      assert.ok((await window.page.locator(".quick-input-widget .monaco-list-row").count()) > 5),
    );
    await window.picture("assistant-samples");
    const sample = window.page.locator(".quick-input-widget .monaco-list-row", { hasText: / by / }).first();
    await sample.click();
    const { sentence } = await answer(/./);
    assert.ok(sentence.length > 10, sentence);
    await window.picture("assistant-answer");
    await window.clearNotifications();
  });

  it("goes on from an answer, opens it as a query that gives the same rows, and takes what one thinks of it", async () => {
    const { window } = data;
    await window.command("Workforce: Ask a Question...");
    await ask("headcount by function over the last 12 months");
    await answer(/Function/i);
    await data.window.pressInNotification(/Function/i, "Go On...");
    await ask("and by gender?");
    await answer(/Gender/i);
    await data.window.pressInNotification(/Gender/i, "Open as Query");
    await window.page.locator(".view-line", { hasText: "FROM Employee" }).first().waitFor();
    await window.picture("assistant-query");
    const rows = await rowCountOf(await window.result("Gender"));
    const again = await window.showingNewResult(() => window.runLine("FROM Employee"));
    await window.result("Gender");
    assert.equal(await rowCountOf(again), rows);
    await window.command("View: Revert and Close Editor");
    // Without the notice of the answer, too.
    await window.clearNotifications();
    await window.command("Workforce: Ask a Question...");
    await questionInput().fill("only EMEA");
    await window.quickPickRow("goes on with: Employee count").waitFor();
    await window.picture("assistant-go-on");
    await window.quickPickRow("goes on with: Employee count").click();
    await answer(/region Europe/);
    await window.clearNotifications();
  });

  it("says in a line of its own what was not understood, from where one asks in other words", async () => {
    const { window } = data;
    await window.command("Workforce: Ask a Question...");
    await ask("who in Atlantis?");
    await window.quickPickRow("Ask in Other Words...").filter({ hasText: '"Atlantis" is not understood' }).waitFor();
    await window.picture("assistant-not-understood");
    await window.quickPickRow("Ask in Other Words...").click();
    await eventually(async () => assert.equal(await questionInput().inputValue(), ""));
    await window.page.keyboard.press("Escape");
    await questionInput().waitFor({ state: "hidden" });
  });

  it("asks back where a question has two readings, and takes a verdict", async () => {
    const { window } = data;
    await window.command("Workforce: Ask a Question...");
    await ask("headcount in Technology");
    const choices = window.page.locator(".quick-input-widget .monaco-list-row", { hasText: "Technology" });
    await eventually(async () => assert.ok((await choices.count()) > 1));
    await window.picture("assistant-clarification");
    await choices.filter({ hasText: "headcount in job family" }).click();
    const frame = await window.results();
    const tab = frame.locator('.tab[aria-selected="true"][data-state="done"]', {
      hasText: "job family group Technology",
    });
    await tab.waitFor();
    assert.match(await textOf(frame.locator('.facts [data-fact="answer"]:visible')), /Employee count.*: \d+/);
    await data.window.pressInNotification(/Employee count \(/, /Right/);
    await window.takeNotification("Thank you");
  });
});
