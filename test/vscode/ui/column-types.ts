import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import { addConnection } from "./connection-form.ts";
import { FaultServer } from "./fault-server.ts";
import { cellsOf, rowCountOf } from "./shown-result.ts";
import { eventually, type WorkforceWindow } from "./workforce-window.ts";

const queries = `-- Whoever has no manager
SELECT EmployeeID, Age, isManager, Direct_Manager.Start_Date AS "Led since" FROM Employee
WHERE Service_Time BETWEEN date("2025-12-01") AND date("2026-01-01") AND Direct_Manager.EmployeeID IS NULL;
`;

/** What the columns of a result hold is what the model says, not what their values look like. */
export function columnTypes(current: () => WorkforceWindow): void {
  describe("the columns of a result", () => {
    let host: FaultServer;

    before(async () => {
      const window = current();
      host = new FaultServer(async () => (await window.service())?.url ?? "http://127.0.0.1:9");
      await host.start();
      const service = await window.service();
      assert.ok(service);
      await addConnection(window, { ...service, address: host.url, name: "Plain", role: "development" });
      await window.openQueries("types.sqllike", queries);
    });
    after(async () => {
      await current().command("Workforce: Use the Local Connection");
      await host.stop();
    });

    const run = async (): Promise<Frame> => {
      const window = current();
      await window.showingNewResult(() => window.clickRun(1));
      return await window.result("Whoever has no manager");
    };
    const kindOf = (frame: Frame, column: string) =>
      frame.locator(`[role="columnheader"][title^="${column} ("]`).getAttribute("data-kind");

    it("are typed by the model: an id of digits is text, and a date that is missing everywhere is a date", async () => {
      host.fault = "plainIds";
      // A first run does not wait for names that the model was never asked for.
      await run();
      const frame = await run();
      assert.ok((await rowCountOf(frame)) > 0);
      const [id = "", age = "", isManager = "", since] = await cellsOf(frame, 1);
      assert.match(id, /^\d+$/);
      assert.match(age, /^\d+$/);
      assert.match(isManager, /^(true|false)$/);
      assert.equal(since?.trim(), "");
      await eventually(async () => {
        assert.deepEqual(
          await Promise.all(["EmployeeID", "Age", "isManager", "Led since"].map((column) => kindOf(frame, column))),
          ["text", "number", "boolean", "date"],
        );
      });
    });
  });
}
