import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Answer, DataWindow } from "./data-window.ts";
import { endProcess, eventually, storyLimitMs } from "./workforce-window.ts";

const people = "EmployeeID,Effective_Date,Full_Name,changed\n";

/** A web server with people of an HR system, which one password opens. */
class PeopleServer {
  readonly #server: Server;
  /** Responses that wait in the middle. */
  readonly hanging: ServerResponse[] = [];
  isHanging = false;
  rows = "";

  private constructor() {
    const right = `Basic ${Buffer.from("ada:right").toString("base64")}`;
    this.#server = createServer((request, response) => {
      if (request.headers.authorization !== right) {
        response.writeHead(401).end();
      } else if (request.url !== "/hr/employee.csv") {
        response.writeHead(404).end();
      } else if (this.isHanging) {
        response.writeHead(200);
        response.write(people);
        this.hanging.push(response);
      } else {
        response.end(people + this.rows);
      }
    });
  }

  static async start(): Promise<PeopleServer> {
    const people = new PeopleServer();
    await new Promise<void>((resolve) => people.#server.listen(0, "127.0.0.1", resolve));
    return people;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hr`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** The sixth part of a data engineer's journey: data from a source system. */
describe("Connectors in VS Code", function () {
  this.timeout(storyLimitMs);
  let data: DataWindow;
  let server: PeopleServer;
  /** What the query answers at first. */
  let former: Answer;

  before(async () => {
    server = await PeopleServer.start();
    server.rows = "S-1,2025-06-01,Sol One,2026-01-01\nS-2,2025-06-01,Sol Two,2026-01-01\n";
    data = await DataWindow.open();
    former = await data.ask();
    // Long before the task is run: VS Code reads the file some time after it was written.
    const extract = { type: "workforce-extract", connectors: ["http-feed"], process: true, problemMatcher: [] };
    const group = { kind: "build", isDefault: true };
    await writeSettings("tasks.json", { version: "2.0.0", tasks: [{ label: "nightly", ...extract, group }] });
  });
  after(async function () {
    server?.close();
    await data?.leave(this.test);
  });

  const writeSettings = async (name: string, content: object) => {
    const folder = join(data.window.workspaceFolder, ".vscode");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, name), JSON.stringify(content));
  };
  /** Goes through the form of a credential. */
  const createCredential = async (name: string, password: string) => {
    const { window } = data;
    await window.treeAction(/^Connectors/, "New Connector Credential...");
    await window.quickPickRow("CSV, JSON Lines and Parquet from a web server").click();
    await window.answer("Name by which the credential is found again", name);
    await window.answer("Address that the paths of tables are added to", server.endpoint);
    await window.answer("Token that is sent as a bearer token", "");
    await window.answer("User name of basic authentication", "ada");
    await window.answer("Password of the user", password);
    await window.answer("API key of another service", "");
  };
  const jobsOf = async (type: string) => {
    const answer = await data.call("GET", "/v1/op/job-status/jobs");
    const { jobStatus } = answer.json<{ jobStatus: { jobType: string; status: string; message?: string }[] }>();
    // Those of the sample, whose history is made up, have no message that counts rows.
    return jobStatus.filter(({ jobType, message = "" }) => jobType === type && /HTTP feed|service ended/.test(message));
  };
  /** Chooses what to extract, up to the question in which it stands in words. */
  const beginExtraction = async () => {
    const { window } = data;
    await window.treeAction(/^HTTP feed/, "Extract Now...");
    await window.quickPickRow("Since the Last Extraction").click();
    await window.quickPickRow("Receive, Process and Publish").click();
    return data.confirm("Extract now?", "Extract");
  };

  it("say what is wrong with a credential, and take another one", async () => {
    const { window } = data;
    await data.openTree(/^Connectors/);
    await createCredential("Wrong", "wrong");
    await window.takeNotification(/Wrong was created, but: 127\.0\.0\.1:\d+ refuses the credentials/);
    await createCredential("Right", "right");
    await data.window.pressInNotification("Right reaches its source system.", "Assign...");
    // Only the connector that takes such credentials is offered, in each tenant.
    await window.page.locator('.quick-input-widget input[placeholder^="Connectors, by tenant"]').waitFor();
    await window.quickPickRow("WFF_demo · no credential").click();
    await window.page.locator(".quick-input-widget", { hasText: "1 Selected" }).waitFor();
    await window.page.keyboard.press("Enter");
    await window.takeNotification("Right is assigned. The next extraction uses it.");
    await window.treeRow(/^HTTP feed ?Right$/).waitFor();
  });

  it("have settings as a document, of which the service checks each", async () => {
    const { window } = data;
    await data.menu(/^HTTP feed/, "Edit Connector Settings");
    await window.page.locator(".tab.active", { hasText: "WFF_demo.workforce-connectors.json" }).waitFor();
    const settings = { tables: "Employee: employee.csv", incrementalColumn: "changed" };
    await window.replaceText(JSON.stringify({ "http-feed": { ...settings, timeZone: "Mars/Olympus" } }));
    await window.page.keyboard.press("Control+S");
    await window.takeNotification(/Failed to save.*timeZone: This is no name of a time zone/);
    await window.replaceText(JSON.stringify({ "http-feed": settings }));
    await window.page.keyboard.press("Control+S");
    await eventually(async () => {
      const { connectors } = (await data.call("GET", "/v1/op/data-connectors/connector-settings")).json<{
        connectors: { connectorId: string; connectorSettings: { settingKey: string; value: string }[] }[];
      }>();
      const feed = connectors.find(({ connectorId }) => connectorId === "http-feed");
      assert.deepEqual(
        Object.fromEntries((feed?.connectorSettings ?? []).map(({ settingKey, value }) => [settingKey, value])),
        settings,
      );
    });
    await window.clearNotifications();
  });

  it("extract again what a killed service had begun, and nothing twice", async () => {
    const { window } = data;
    await data.openTree(/^Connectors/);
    server.isHanging = true;
    const words = await beginExtraction();
    assert.match(words, /Reads: HTTP feed/);
    assert.match(words, /Rows that changed since the last extraction ended, up to now/);
    assert.match(words, /processed, and production answers with them/);
    await eventually(async () => assert.equal(server.hanging.length, 1));
    const service = await window.service();
    assert.ok(service);
    endProcess(service.pid, "SIGKILL");
    await eventually(async () => assert.throws(() => process.kill(service.pid, 0)));
    server.isHanging = false;
    assert.deepEqual(await data.ask(), former);
    const [killed] = await jobsOf("Extraction");
    assert.deepEqual(
      [killed?.status, killed?.message],
      ["Failed", "The service ended while the job was running; start it again."],
    );
    await window.clearNotifications();
    await beginExtraction();
    await window.takeNotification(/Extraction of HTTP feed: the job succeeded\./);
    assert.equal((await data.ask()).heads, former.heads + 2);
    await beginExtraction();
    await eventually(async () =>
      assert.match((await jobsOf("Extraction"))[0]?.message ?? "", /HTTP feed: 0 rows for Employee/),
    );
    await window.takeNotification(/Extraction of HTTP feed: the job succeeded\./);
    assert.equal((await data.ask()).heads, former.heads + 2);
    await window.picture("connectors");
  });

  it("extract by a task of tasks.json, whose terminal says the window and each job", async () => {
    const { window } = data;
    const { heads } = await data.ask();
    const changed = new Date().toISOString().slice(0, 19).replace("T", " ");
    server.rows += `S-3,2025-06-01,Sol Three,${changed}\n`;
    // What a terminal says is in the page for screen readers only.
    await writeSettings("settings.json", { "editor.accessibilitySupport": "on" });
    await window.command("Tasks: Run Build Task");
    const lines = window.page.locator('.xterm-accessibility [role="listitem"]');
    for (const text of ["Local · WFF_demo", "Reads: http-feed", /HTTP feed: 1 row for Employee/, /is published/]) {
      await lines.filter({ hasText: text }).first().waitFor();
    }
    await window.picture("extraction-task");
    assert.equal((await data.ask()).heads, heads + 1);
  });

  it("delete a credential that no connector uses, and no other one", async () => {
    const { window } = data;
    await data.openTree(/^Connectors/, /^Credentials/);
    await data.menu(/^Right/, "Delete Connector Credential...");
    await data.confirm(/Delete the connector credential Right/, "Delete");
    await window.takeNotification(/The credential is assigned to HTTP feed in WFF_demo/);
    await data.menu(/^Wrong/, "Delete Connector Credential...");
    await data.confirm(/Delete the connector credential Wrong/, "Delete");
    await eventually(async () => assert.equal(await window.treeRow(/^Wrong/).count(), 0));
  });
});
