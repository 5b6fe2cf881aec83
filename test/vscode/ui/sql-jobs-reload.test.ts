import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { computeInstanceProof, livenessPath } from "../../../src/service/process/start.ts";
import { type IntakeCall, IntakeServer, type OtherAnswer } from "../../support/intake-server.ts";
import { chooseInDialog } from "./file-dialog.ts";
import { isStored } from "./stored-state.ts";
import { eventually, storyLimitMs, WorkforceWindow } from "./workforce-window.ts";

const jobFile = {
  uploads: { "big.csv": "big.csv" },
  job: {
    inputs: [{ id: "big", filename: "big.csv", format: { csv: { header: true } } }],
    actions: [
      {
        query: {
          query: "SELECT name FROM big",
          output: { format: { csv: { header: true } }, filename: "names.csv" },
        },
      },
    ],
  },
  downloads: [{ filename: "names.csv", file: "out/names.csv" }],
};

const instance = "of-this-test";
const tables = "/v1alpha/data/table-sources/tables";
const transactions = "/v1alpha/data/table-sources/transactions";
const table = { uuid: "of-names", objectName: "names", columns: [{ name: "name", dataType: "STRING" }] };

/** Answers SQL transactions as service-api, "Table-source SQL transaction"; its jobs run for as long as a test wants. */
class TransactionAnswers {
  isJobDone = false;
  /** A roll back does not come to its end. */
  isEndHeld = false;
  /** The connection ends in place of an answer to an upload. */
  isUploadLost = false;
  #started = 0;
  /** Statuses of the transactions that have ended. */
  readonly #ends = new Map<string, string>();

  answer({ method, path, query, headers, body }: IntakeCall): OtherAnswer | undefined {
    if (path === livenessPath) {
      const port = Number(new URL(`http://${headers.host}`).port);
      const proof = computeInstanceProof(instance, query.get("challenge") ?? "", port);
      return { status: 200, body: { pid: process.pid, proof } };
    }
    if (!path.startsWith(transactions)) {
      const isTable = path === `${tables}/${table.uuid}`;
      return isTable || path === tables ? { status: 200, body: isTable ? table : { tables: [table] } } : undefined;
    }
    const [id = "", kind, name] = path.slice(transactions.length + 1).split("/");
    if (kind === "inputs" && this.isUploadLost) {
      return "cut";
    }
    return { status: 200, body: this.#bodyOf(method, id, kind, name, body) };
  }

  #bodyOf(method: string, id: string, kind: string | undefined, name: string | undefined, body: unknown): unknown {
    if (id === "") {
      return { ...this.#stateOf(`t-${++this.#started}`), transactionId: `t-${this.#started}` };
    }
    switch (kind) {
      case "inputs":
        return "";
      case "outputs":
        return "name\nAda\n";
      case "jobs": {
        const actions = JSON.stringify(body ?? "");
        const isEnd = actions.includes("rollback");
        if (method === "POST" && (isEnd || actions.includes('"commit"'))) {
          this.#ends.set(id, isEnd ? "ROLLED_BACK" : "COMMITTED");
        }
        const isHeld = name === "j-1" ? !this.isJobDone : name === "j-end" && this.isEndHeld;
        const isRunning = method === "GET" && isHeld;
        const status = isRunning ? "RUNNING" : "SUCCEEDED";
        const jobId = name ?? (isEnd ? "j-end" : "j-1");
        return { jobId, transactionId: id, status, tenants: [{ tenantCode: "WFF_acme", status, jobId: `${jobId}-1` }] };
      }
      default:
        return { transactionId: id, ...this.#stateOf(id) };
    }
  }

  #stateOf(id: string): object {
    const [createdAt, expireAt] = ["2026-01-01T10:00:00Z", "2026-01-01T11:00:00Z"];
    return { status: this.#ends.get(id) ?? "OPEN", createdAt, expireAt, children: [] };
  }
}

/** A window that is loaded again in the middle of a job file. */
describe("SQL jobs over a reload of VS Code", function () {
  this.timeout(storyLimitMs);
  const server = new IntakeServer();
  const answers = new TransactionAnswers();
  let window: WorkforceWindow;
  let dataFolder: string;
  /** Lets a body that is held go on. */
  let release: () => void = () => undefined;

  before(async () => {
    await server.start();
    server.instead = (call) => answers.answer(call);
    // The local connection finds this server as the service of another window: its sign-in needs no secret storage, which
    // a browser's workbench loses with a reload.
    dataFolder = await mkdtemp(join(tmpdir(), "workforce-ui-fake-"));
    const found = {
      url: server.url,
      apiKey: "key",
      username: "ada",
      password: "pass",
      tenantCode: "WFF_acme",
      instance,
    };
    const file = { ...found, pid: process.pid, clientId: "", clientSecret: "" };
    await writeFile(join(dataFolder, "service.json"), JSON.stringify(file));
    window = await WorkforceWindow.open({ settings: { "workforce.localService.dataFolder": dataFolder } });
    await writeFile(join(window.workspaceFolder, "big.csv"), `name\n${"Ada Lovelace\n".repeat(400_000)}`);
    await writeFile(join(window.workspaceFolder, "names.sqljob.json"), JSON.stringify(jobFile, undefined, 2));
  });
  after(async () => {
    release();
    await window?.close();
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });
  const jobs = () => server.callsOf("POST", /\/jobs$/);
  const looks = () => server.callsOf("GET", /\/jobs\/j-1$/).length;
  /** A browser's workbench writes what extensions keep every few seconds, not when the page ends. */
  const stateWritten = (pattern: RegExp) => eventually(async () => assert.ok(await isStored(window.page, pattern)));
  const play = async () => {
    await window.openFile("names.sqljob.json");
    await window.page.locator('.editor-actions .action-label[aria-label^="Run SQL Job"]').first().click();
  };

  it("follows a job that was running, and saves its outputs when it has ended", async () => {
    await play();
    // The job only reads and saves a file that is new: later runs replace what it saved itself, and ask nothing.
    const question = window.page.locator(".monaco-dialog-box", { hasText: "Run names.sqljob.json?" });
    await question.filter({ hasText: join("out", "names.csv") }).waitFor();
    await question.locator(".monaco-button", { hasText: "Run" }).click();
    await eventually(async () => assert.ok(looks() > 0));
    await stateWritten(/underWay[^\]]*t-1[^\]]*j-1/);
    assert.match(server.callsOf("PUT", /\/t-1\/inputs\/big\.csv$/)[0]?.head ?? "", /Ada Lovelace/);
    await window.reload();
    // The process of the window before may live on for a time; this one has taken the job over once it tells of it.
    await window.notified("Running names.sqljob.json");
    answers.isJobDone = true;
    await window.notified(/names\.sqljob\.json has run\. Saved: out\/names\.csv/);
    assert.equal(await readFile(join(window.workspaceFolder, "out", "names.csv"), "utf8"), "name\nAda\n");
    await eventually(async () => assert.match(JSON.stringify(jobs().at(-1)?.body), /rollback/));
    assert.equal(jobs().length, 2);
    await window.clearNotifications();
  });

  it("says what to do about a file that was on its way, and rolls back when that is wanted", async () => {
    const count = jobs().length;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.onPiece = async ({ path }) => {
      if (/\/t-2\/inputs\//.test(path)) {
        await held;
      }
    };
    await play();
    await eventually(async () => assert.equal(server.callsOf("PUT", /\/t-2\/inputs\/big\.csv$/).length, 1));
    await stateWritten(/underWay[^\]]*t-2/);
    await window.reload();
    const told = await window.notified(
      /names\.sqljob\.json was interrupted while its files were uploaded.*t-2 is open/s,
    );
    // For the process of the window before, if that lives on: the job is not its business any more.
    release();
    assert.equal(jobs().length, count);
    await told.getByRole("button", { name: "Roll Back" }).click();
    await eventually(async () => assert.equal(jobs().length, count + 1));
    assert.match(JSON.stringify(jobs().at(-1)?.body), /rollback/);
    assert.match(jobs().at(-1)?.path ?? "", /\/t-2\/jobs$/);
  });

  it("says of a job that is stopped that its transaction is rolled back, until it is", async () => {
    answers.isJobDone = false;
    answers.isEndHeld = true;
    await window.clearNotifications();
    const seen = looks();
    await play();
    await eventually(async () => assert.ok(looks() > seen));
    await window.pressInNotification("Running names.sqljob.json", "Cancel");
    await window.notified(/Stopping names\.sqljob\.json: what is not committed is rolled back/);
    await eventually(async () => assert.match(JSON.stringify(jobs().at(-1)?.body), /rollback/));
    answers.isEndHeld = false;
    await window.statusBar("names.sqljob.json was stopped and rolled back").waitFor();
    await window.notification(/Stopping names/).waitFor({ state: "hidden" });
  });

  it("says of a file on its way into a table what to do about it", async () => {
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.onPiece = async ({ path }) => {
      if (/\/t-4\/inputs\//.test(path)) {
        await held;
      }
    };
    await window.command("Workforce: Upload File into Table...");
    await chooseInDialog(window, "Upload File into Table", join(window.workspaceFolder, "big.csv"));
    await window.page.locator('.quick-input-widget input[placeholder^="Table source of"]').waitFor();
    await window.quickPickRow("names").click();
    await window.quickPickRow("Append").click();
    await eventually(async () => assert.equal(server.callsOf("PUT", /\/t-4\/inputs\/big\.csv$/).length, 1));
    await stateWritten(/workforce\.tableSources\.upload\.t-4/);
    const count = jobs().length;
    await window.reload();
    const told = await window.notified(
      /big\.csv was interrupted on its way into names; nothing is committed.*t-4 is open/s,
    );
    release();
    assert.equal(jobs().length, count);
    await told.getByRole("button", { name: "Roll Back" }).click();
    await eventually(async () => assert.match(jobs().at(-1)?.path ?? "", /\/t-4\/jobs$/));
    assert.match(JSON.stringify(jobs().at(-1)?.body), /rollback/);
  });

  /** Deletes rows in a transaction, up to the question how it ends. Gives the id of the transaction. */
  const removeNames = async (name: string) => {
    answers.isJobDone = true;
    await window.clearNotifications();
    await window.openQueries(`${name}.tablesql`, "DELETE FROM names WHERE name = 'Ada';\n");
    await window.runLine("DELETE FROM");
    await window.page.locator(".monaco-dialog-box").getByRole("button", { name: "Start Transaction" }).click();
    await window.page.locator(".quick-input-widget", { hasText: "Commit the changes?" }).waitFor();
    return /\/(t-\d+)\/jobs$/.exec(jobs().at(-1)?.path ?? "")?.[1];
  };

  it("cannot be told to wait no more for a commit", async () => {
    await removeNames("committed");
    answers.isJobDone = false;
    await window.quickPickRow("Commit").click();
    const committing = await window.notified("Committing");
    assert.equal(await committing.getByRole("button", { name: "Cancel" }).count(), 0);
    answers.isJobDone = true;
    await window.statusBar("Committed: names").waitFor();
  });

  it("lists a transaction that nobody had decided about", async () => {
    const id = await removeNames("undecided");
    await stateWritten(new RegExp(`transactions\\.noted.*"${id}"`));
    await window.reload();
    await window.statusBar(/1 open/).waitFor();
  });

  it("rolls back when the connection is lost while a file is on its way, and says so", async () => {
    answers.isUploadLost = true;
    await window.clearNotifications();
    await play();
    await window.notified(/ended the connection.*The transaction t-\d+ is rolled back, so nothing has changed/s);
    assert.match(JSON.stringify(jobs().at(-1)?.body), /rollback/);
  });
});
