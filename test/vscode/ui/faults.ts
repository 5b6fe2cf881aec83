import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { addConnection, connectionPage } from "./connection-form.ts";
import { FaultServer } from "./fault-server.ts";
import { resultsWorkerOf } from "./results-worker.ts";
import { cellsOf, closeResults, fact, rowCountOf } from "./shown-result.ts";
import { endProcess, eventually, textOf, type WorkforceWindow } from "./workforce-window.ts";

const people = `-- People
SELECT EmployeeID, Full_Name, level(Function, "Function") AS Job, Base_Salary
FROM Employee
WHERE Service_Time BETWEEN date("2023-01-01") AND date("2024-01-01");

-- Wrong
SELECT employeeCount()
FROM Emploee
WHERE Service_Time IN periods(date("2024-01-01"), 12, period(1, Month));
`;

/** What goes wrong, and that it is said once, where the work is, with nothing lost. */
export function faults(current: () => WorkforceWindow): void {
  describe("a fault", () => {
    let host: FaultServer;

    before(async () => {
      const window = current();
      host = new FaultServer(async () => (await window.service())?.url ?? "http://127.0.0.1:9");
      await host.start();
      await closeResults(window);
      await window.openQueries("faults.sqllike", people);
    });
    after(() => host.stop());
    afterEach(() => {
      host.fault = "none";
    });

    /** Runs a statement and waits until its own result is in this state. */
    const run = async (title: string, state: string): Promise<Frame> => {
      const window = current();
      await window.showingNewResult(async () => {
        await window.clickLine(title === "Wrong" ? "FROM Emploee" : "FROM Employee");
        await window.page.keyboard.press("Control+Enter");
      });
      return await window.result(title, state);
    };
    /** What the active result says, in place of rows or over them. */
    const said = async (frame: Frame): Promise<string> =>
      (await textOf(frame.locator(".state-host:not([hidden]), .messages:not(:empty)").first())).trim();
    const assertNoNotification = async () => {
      const window = current();
      if (await window.hasNotification()) {
        await window.showNotifications();
        const messages = window.page.locator(".notification-list-item-message");
        assert.fail(`There is a notice: ${(await messages.allInnerTexts()).join("; ")}`);
      }
    };

    it("in a query is said in the result and marked at its place in the editor", async () => {
      const window = current();
      const frame = await run("Wrong", "failed");
      const message = await said(frame);
      assert.match(message, /^Failed\s*Line 8, column 6: .*Emploee.*Go to Error\s*Run Again/s);
      await window.command("Problems: Focus on Problems View");
      const problems = window.page.locator(".markers-panel .monaco-list-row", { hasText: "Emploee" });
      await problems.first().waitFor();
      assert.equal(await problems.count(), 1, "the same problem is listed twice");
      assert.match(await textOf(problems.first()), /Ln 8, Col 6/);
      await assertNoNotification();
      await window.command("Workforce: Focus Results");
    });

    it("of a connection's set-up is found while it is added, and the connection then works", async () => {
      const window = current();
      const service = await window.service();
      assert.ok(service);
      await addConnection(window, { ...service, address: host.url, name: "Faulty", role: "production" });
      await eventually(async () => assert.match(await textOf(window.statusBar("Faulty")), /Faulty · WFF_demo$/));
      const frame = await run("People", "done");
      assert.equal(await fact(frame, "connection"), "Faulty");
    });

    it("shows a production connection in the colour of errors", async () => {
      const colour = (text: string) =>
        current()
          .statusBar(text)
          .evaluate((item) => getComputedStyle(item).backgroundColor);
      assert.notEqual(await colour("Faulty"), await colour("Ln "));
    });

    it("by a wrong key names the key, and is repaired by editing the connection", async () => {
      const window = current();
      const service = await window.service();
      await window.command("Workforce: Edit Connection...");
      await window.quickPickRow("Faulty").click();
      const page = await connectionPage(window, "Edit Faulty");
      await page.locator("#apiKey").fill("nobody-has-it");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.locator("#apiKey-problem", { hasText: "API key" }).waitFor();
      // What does not work replaces nothing: the connection is used as it was.
      await window.page.locator(".tab", { hasText: "faults.sqllike" }).click();
      await run("People", "done");
      await window.page.locator(".tab", { hasText: "Edit Faulty" }).click();
      await page.getByRole("button", { name: "Save Anyway" }).click();
      await window.takeNotification("Faulty was saved without a test that worked");
      const message = await said(await run("People", "failed"));
      assert.match(message, /API key/i);
      assert.doesNotMatch(message, /nobody-has-it/);
      await assertNoNotification();
      await window.namedCommand("Workforce: Test Connection");
      await window.quickPickRow("Faulty").click();
      await window.pressInNotification("API key", "Edit API Key");
      const corrected = await connectionPage(window, "Edit Faulty");
      assert.equal(await corrected.evaluate(() => document.activeElement?.id), "apiKey");
      await window.page.keyboard.insertText(service?.apiKey ?? "");
      await window.page.keyboard.press("Enter");
      await window.takeNotification("Faulty works");
      await run("People", "done");
    });

    it("by an answer in an unknown form says what came and what to check", async () => {
      host.fault = "garble";
      const message = await said(await run("People", "failed"));
      assert.match(message, /The answer does not fit this operation.*Check/s);
      assert.doesNotMatch(message, /Sign in to the network/);
      await assertNoNotification();
    });

    it("by an answer that breaks off keeps the rows that came and says that they are not all", async () => {
      host.fault = "cut";
      const frame = await run("People", "partial");
      assert.match(await said(frame), /(Try again|Run)/s);
      const rows = await rowCountOf(frame);
      assert.ok(rows > 0 && rows < 300, String(rows));
      assert.match((await cellsOf(frame, 1))[0] ?? "", /\S/);
      await assertNoNotification();
    });

    it("by a host that cannot be reached is a line of the tree with a retry, and a failed result", async () => {
      const window = current();
      await host.stop();
      const message = await said(await run("People", "failed"));
      assert.match(message, /127\.0\.0\.1:\d+ refused the connection.*Check/s);
      await window.showExplorer();
      await window.treeAction("Faulty", "Refresh");
      await window.toggle("Faulty");
      const problem = window.treeRow("refused the connection");
      await problem.waitFor();
      await host.start();
      await problem.click();
      await window.treeRow("Demo").waitFor();
      await eventually(async () => assert.equal(await problem.count(), 0));
      await assertNoNotification();
    });

    it("by a token that cannot be renewed says so and what to check", async () => {
      host.fault = "expireForGood";
      const message = await said(await run("People", "failed"));
      assert.match(message, /sign-in.*Check user name and password of the connection/s);
      await assertNoNotification();
    });

    describe("of a process behind the local connection", () => {
      before(() => current().command("Workforce: Use the Local Connection"));

      it("that ends the results worker is said, and the results are there again", async () => {
        const window = current();
        const frame = await run("People", "done");
        const rows = await rowCountOf(frame);
        endProcess(resultsWorkerOf(window).pid, "SIGKILL");
        await window.takeNotification("The results worker ended");
        await frame.locator('[role="columnheader"]', { hasText: "EmployeeID" }).click();
        await eventually(async () =>
          assert.equal(
            await frame.locator('[role="columnheader"]', { hasText: "EmployeeID" }).getAttribute("aria-sort"),
            "ascending",
          ),
        );
        assert.equal(await rowCountOf(frame), rows);
        await run("People", "done");
      });

      it("that ends a second window leaves the service they share running", async () => {
        const window = current();
        await run("People", "done");
        const before = await window.service();
        const second = await window.page.context().newPage();
        await second.goto(window.page.url());
        const item = second.locator(".part.statusbar .statusbar-item", { hasText: "Local" }).first();
        await item.waitFor();
        await item.click();
        // The list of tenants comes from the service itself.
        await second.locator(".quick-input-widget .monaco-list-row", { hasText: "WFF_demo~north" }).first().waitFor();
        await second.close();
        await run("People", "done");
        assert.deepEqual(await window.service(), before);
        await assertNoNotification();
      });

      it("that ends the service is repaired by the next run", async () => {
        const window = current();
        const before = await window.service();
        assert.ok(before);
        endProcess(before.pid, "SIGKILL");
        await run("People", "done");
        assert.notEqual((await window.service())?.pid, before.pid);
        await assertNoNotification();
      });

      it("by a full disk is said, and what was there before stays", async function () {
        const window = current();
        await run("People", "done");
        const { spool } = resultsWorkerOf(window);
        const kept = await (await window.results()).locator('.tab[data-state="done"]').count();
        if (!tryMount(spool)) {
          this.skip();
        }
        try {
          endProcess(resultsWorkerOf(window).pid, "SIGKILL");
          await run("People", "done");
          // What the worker still gives back of the former result is taken as well.
          const filling = setInterval(() => fill(join(spool, "filler")), 20);
          try {
            const failed = await run("People", "failed");
            assert.match(await said(failed), /the disk is full\. Free some space/);
            assert.equal(await failed.locator('.tab[data-state="done"]').count(), kept);
          } finally {
            clearInterval(filling);
          }
        } finally {
          killIfThere(window);
          execFileSync("umount", ["-l", spool]);
          await window.clearNotifications();
        }
        await run("People", "done");
      });
    });
  });
}

function killIfThere(window: WorkforceWindow): void {
  try {
    endProcess(resultsWorkerOf(window).pid, "SIGKILL");
  } catch {
    // It did not even start on the full disk.
  }
}

/** Takes what is left of a disk. */
function fill(path: string): void {
  for (const size of [64 * 1024, 1024, 1]) {
    try {
      for (;;) {
        appendFileSync(path, Buffer.alloc(size));
      }
    } catch (error) {
      assert.ok(error instanceof Error && "code" in error && error.code === "ENOSPC");
    }
  }
}

/** Only root may mount; elsewhere there is no disk to fill without harm. */
function tryMount(folder: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
