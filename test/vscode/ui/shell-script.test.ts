import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { IntakeServer } from "../../support/intake-server.ts";
import { addConnection } from "./connection-form.ts";
import { takeWindow } from "./shared-window.ts";
import { eventually, storyLimitMs, textOf, type WorkforceWindow } from "./workforce-window.ts";

const load = `-- Everybody before
SELECT EmployeeID FROM Employee;
SET schema TO staging;
BEGIN TRANSACTION;
COPY Employee FROM 'people.csv';
COMMIT;
`;

/** A window of its own, connected to a service that answers intake and queries. */
describe("Scripts and layout in VS Code", function () {
  this.timeout(storyLimitMs);
  const server = new IntakeServer();
  let window: WorkforceWindow;

  before(async () => {
    await server.start();
    server.instead = ({ path }) =>
      path === "/v1/data/query/sql"
        ? { status: 200, body: { header: { "0": "EmployeeID" }, rows: [{ "0": "1" }, { "0": "2" }] } }
        : undefined;
    window = await takeWindow();
    await writeFile(join(window.workspaceFolder, "people.csv"), "EmployeeID,Name\n1,Ada\n");
    await addConnection(window, {
      address: server.url,
      name: "Intake",
      role: "development",
      apiKey: "key",
      username: "ada",
      password: "pass",
    });
  });
  after(async () => {
    await window?.close();
    await server.stop();
  });
  const intakeCalls = () =>
    server.callsOf("POST", /\/transactions(\/|$)/).length + server.callsOf("DELETE", /\/transactions\//).length;
  const lens = (text: string | RegExp) => window.page.locator(".codelens-decoration > *", { hasText: text }).first();

  it("runs a script from its lens: results of queries, and files in a transaction", async () => {
    await window.openQueries("load.wfshell", load);
    await lens("Run Script").click();
    await window.result("Everybody before");
    await eventually(async () => assert.equal(server.callsOf("POST", /\/transactions\/dt-1$/).length, 1));
    const [upload] = server.callsOf("PUT", /\/transactions\/dt-1\/Employee$/);
    assert.match(upload?.head ?? "", /filename="people\.csv"[\s\S]*1,Ada/);
    await window.statusBar(/Script done: 1 query, 1 file sent/).waitFor();
  });

  it("says in which line a script failed, and rolls back", async () => {
    const calls = intakeCalls();
    await window.openQueries("missing.wfshell", load.replace("people.csv", "none.csv"));
    await window.command("Workforce: Run Shell Script");
    await window.takeNotification("Line 5: COPY Employee: There is no file");
    assert.equal(server.callsOf("DELETE", /\/transactions\/dt-2$/).length, 1);
    assert.equal(intakeCalls(), calls + 2);
  });

  it("shows the kind of a query, and what its last run gave, beside Run", async () => {
    await window.openQueries("lenses.sqllike", "-- Two people\nselect EmployeeID as id from Employee;\n");
    await lens("list query").waitFor();
    await window.clickRun();
    await window.result("Two people");
    // While a page has the focus, VS Code does not ask for the lenses again.
    await window.clickLine("-- Two people");
    await lens(/2 rows in [\d.]+ s at/).waitFor();
  });

  it("lays out the document that is edited", async () => {
    await window.openFile("lenses.sqllike");
    await window.command("Format Document");
    await eventually(async () => {
      const lines = window.page.locator(".editor-group-container.active .view-line");
      const text = (await lines.allTextContents()).join("\n").replaceAll("\u00a0", " ");
      // The hint of the kind may stand behind the word by then.
      assert.match(text, /SELECT(list)? EmployeeID AS id\nFROM Employee;/);
    });
    assert.match(await textOf(lens("list query")), /list query/);
  });

  it("says why a statement with an error is not laid out, and leads to the place", async () => {
    await window.openQueries("broken.sqllike", "select EmployeeID from Employee;\n\nselect frm Employee(;\n");
    await window.page.locator(".squiggly-error").first().waitFor();
    await window.command("Format Document");
    // The first statement gets a line more.
    await window.pressInNotification(/Not formatted: line 4 has an error\. A comma is missing/, "Go to Error");
    await window.statusBar(/Ln 4, Col \d+/).waitFor();
    await window.clearNotifications();
  });
});
