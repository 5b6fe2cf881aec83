import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { RunOutcome } from "../../../../src/features/queries/query-runner.ts";
import { runShellScript, type ShellProgress, type ShellReport } from "../../../../src/features/queries/shell-runner.ts";
import { checkShellScript, shellStatementTitle } from "../../../../src/features/queries/shell-script-model.ts";
import { ConfinedFiles } from "../../../../src/host/confined-files.ts";
import type { StatementSummary } from "../../../../src/languages/core/requests/server-requests.ts";
import { readStatements } from "../../../../src/languages/sql-like/structure/code-lenses.ts";
import { withServer } from "../../client/client-fixture.ts";
import { type Received, sendJson } from "../../client/local-server.ts";

const transactions = "/v1/data/directloads/prod/transactions";

interface ScriptRun {
  /** The calls as `METHOD path`, those of queries as `query <text>`. */
  readonly calls: string[];
  readonly progress: string[];
  readonly bodies: readonly string[];
  readonly report?: ShellReport;
  readonly error?: Error;
}

interface ScriptOptions {
  /** A status in place of 200, or what else to do in place of the answer. */
  readonly answer?: (call: string, response: ServerResponse) => number | "taken" | undefined;
  readonly outcome?: RunOutcome;
  readonly onQuery?: (abort: () => void) => void;
  readonly onCall?: (call: string, abort: () => void) => void;
  readonly isSaved?: boolean;
}

const done: RunOutcome = { kind: "done", rows: 1, tookMs: 1, isCut: false };

suite("A script of the shell", () => {
  let folder: string;

  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-script-"));
    await mkdir(join(folder, "data"));
    await writeFile(join(folder, "data", "employees; new.csv"), "EmployeeID,Name\n1,Ada\n");
    await writeFile(join(folder, "exits.csv"), "EmployeeID\n1\n");
  });

  teardown(() => rm(folder, { recursive: true }));

  /** Runs a script against a service that answers literally as the specification says. */
  async function run(text: string, options: ScriptOptions = {}): Promise<ScriptRun> {
    const { answer, outcome = done, onQuery, onCall, isSaved = true } = options;
    const calls: string[] = [];
    const progress: string[] = [];
    const bodies: string[] = [];
    const controller = new AbortController();
    const abort = () => controller.abort(new Error("stopped"));
    let result: Pick<ScriptRun, "report" | "error"> = {};
    const take = ({ method, url, body }: Received, response: ServerResponse) => {
      const call = `${method} ${url.replace(transactions, "").split("?")[0]}`;
      calls.push(call);
      bodies.push(body);
      onCall?.(call, abort);
      const other = answer?.(call, response);
      if (typeof other === "number") {
        sendJson(response, { message: "not here", code: "X1" }, other);
      } else if (other === undefined) {
        sendJson(response, answers[method] ?? {});
      }
    };
    await withServer({ answer: take }, async ({ client }) => {
      const read = readStatements(text, true);
      const services = {
        client: async () => client,
        runQuery: async ({ start, end }: StatementSummary) => {
          calls.push(`query ${text.slice(start, end)}`);
          onQuery?.(abort);
          return outcome;
        },
        onProgress: ({ statement, position, count, bytes }: ShellProgress) => {
          const amount = bytes ? ` ${bytes.bytes}/${bytes.totalBytes}` : "";
          progress.push(`${position}/${count} ${shellStatementTitle(statement)}${amount}`);
        },
      };
      try {
        checkShellScript(text, read);
        const files = isSaved ? new ConfinedFiles({ root: folder, folder }) : undefined;
        const script = { text, statements: read.statements, files };
        result = { report: await runShellScript(script, services, controller.signal) };
      } catch (error) {
        assert.ok(error instanceof Error);
        result = { error };
      }
    });
    return { calls, progress, bodies, ...result };
  }

  const answers: Readonly<Record<string, unknown>> = {
    POST: { transactionId: "dt-1", status: "COMMITTED", message: "" },
    PUT: { transactionId: "dt-1", status: "OPEN", message: "stored" },
    DELETE: { transactionId: "dt-1", status: "ROLLED_BACK", message: "" },
  };

  const load = `-- Load the people
SELECT EmployeeID FROM Employee;
SET schema TO staging;
BEGIN TRANSACTION;
COPY Employee FROM 'data/employees; new.csv';
COPY Employee_Exit FROM 'exits.csv';
COMMIT;
SET schema TO analytic;
SELECT exitCount() FROM Employee_Exit;`;

  test("runs its statements in their order", async () => {
    const { calls, report, error, bodies } = await run(load);
    assert.equal(error, undefined);
    assert.deepEqual(calls, [
      "query SELECT EmployeeID FROM Employee",
      "POST ",
      "PUT /dt-1/Employee",
      "PUT /dt-1/Employee_Exit",
      "POST /dt-1",
      "query SELECT exitCount() FROM Employee_Exit",
    ]);
    assert.deepEqual(report, { queries: 2, files: 2, committed: 1 });
    assert.match(bodies[1] ?? "", /filename="employees; new\.csv"[\s\S]*EmployeeID,Name\n1,Ada\n/);
  });

  test("tells which statement runs, and how much of a file was sent", async () => {
    const { progress } = await run(load);
    const steps = progress.filter((line) => !line.includes("/8 COPY Employee "));
    assert.deepEqual(steps.slice(1, 4), ["2/8 SET schema TO staging", "3/8 BEGIN TRANSACTION", "4/8 COPY Employee"]);
    const sent = progress.filter((line) => line.startsWith("4/8 COPY Employee ")).at(-1);
    const [, bytes, total] = /(\d+)\/(\d+)$/.exec(sent ?? "") ?? [];
    assert.ok(Number(bytes) > 22, sent);
    assert.equal(bytes, total);
  });

  test("ends a transaction that is rolled back without loading it", async () => {
    const text = "set schema to staging; begin transaction; copy Employee_Exit from 'exits.csv'; rollback work;";
    const { calls, report } = await run(text);
    assert.deepEqual(calls, ["POST ", "PUT /dt-1/Employee_Exit", "DELETE /dt-1"]);
    assert.deepEqual(report, { queries: 0, files: 1, committed: 0 });
  });

  test("with an error runs nothing and names its line", async () => {
    const unended = await run(
      "SELECT a FROM b;\nSET schema TO staging;\nBEGIN TRANSACTION;\nCOPY Employee FROM 'exits.csv';",
    );
    assert.deepEqual(unended.calls, []);
    assert.match(unended.error?.message ?? "", /^Line 3: The transaction is never ended\. .* Nothing was run\.$/);
    const misplaced = await run("SELECT a FROM b;\nCOMMIT;");
    assert.deepEqual(misplaced.calls, []);
    assert.match(
      misplaced.error?.message ?? "",
      /^Line 2: .*the shell is in the state `analytic`\. Nothing was run\.$/,
    );
  });

  test("stops at a call that fails, names its line and rolls back", async () => {
    const { calls, error } = await run(load, {
      answer: (call) => (call === "PUT /dt-1/Employee_Exit" ? 422 : undefined),
    });
    assert.deepEqual(calls.slice(-2), ["PUT /dt-1/Employee_Exit", "DELETE /dt-1"]);
    assert.match(error?.message ?? "", /^Line 6: COPY Employee_Exit: .* The transaction was rolled back\.$/);
  });

  test("stops where a service has no transactions", async () => {
    const { calls, error } = await run(load, { answer: (call) => (call === "POST " ? 501 : undefined) });
    assert.deepEqual(calls.slice(-1), ["POST "]);
    assert.match(error?.message ?? "", /^Line 4: BEGIN TRANSACTION: ./);
  });

  test("stops at a file that the service took and refused", async () => {
    const { calls, error } = await run(load, {
      answer: (call, response) => {
        if (call !== "PUT /dt-1/Employee") {
          return undefined;
        }
        sendJson(response, { transactionId: "dt-1", status: "FAILED", message: "No such column" });
        return "taken";
      },
    });
    assert.deepEqual(calls.slice(-1), ["DELETE /dt-1"]);
    assert.match(error?.message ?? "", /^Line 5: COPY Employee: No such column\. The transaction/);
  });

  test("says so when it could not roll back either", async () => {
    const { error } = await run(load, {
      answer: (call) => (call === "PUT /dt-1/Employee" || call === "DELETE /dt-1" ? 403 : undefined),
    });
    assert.match(
      error?.message ?? "",
      /^Line 5: .* The transaction dt-1 could not be rolled back \(.*\); call "Roll back an intake transaction" for it\.$/,
    );
  });

  test("sends no file from outside of the workspace folder", async () => {
    const secret = join(tmpdir(), `workforce-secret-${process.pid}.csv`);
    await writeFile(secret, "secret");
    try {
      for (const path of [secret, `../${basename(secret)}`]) {
        const { calls, error } = await run(
          `SET schema TO staging;\nBEGIN TRANSACTION;\nCOPY Employee FROM '${path}';\nCOMMIT;`,
        );
        assert.deepEqual(calls, ["POST ", "DELETE /dt-1"]);
        assert.match(error?.message ?? "", /leads out of the workspace folder\. The transaction was rolled back\.$/);
      }
    } finally {
      await rm(secret);
    }
  });

  test("looks for files beside the script, and rolls back when one is not there", async () => {
    const text = "SET schema TO staging;\nBEGIN TRANSACTION;\nCOPY Employee FROM 'none.csv';\nCOMMIT;";
    const { calls, error } = await run(text);
    assert.deepEqual(calls, ["POST ", "DELETE /dt-1"]);
    assert.match(error?.message ?? "", /^Line 3: COPY Employee: There is no file "none\.csv"\./);
    const unsaved = await run(text, { isSaved: false });
    assert.match(unsaved.error?.message ?? "", /Save the script first\. The transaction was rolled back\.$/);
  });

  test("stops at a query that fails", async () => {
    const { calls, error } = await run(load, { outcome: { kind: "failed", message: "querySqlLike: no such object" } });
    assert.equal(calls.length, 1);
    assert.equal(error?.message, "Line 2: SELECT: querySqlLike: no such object");
  });

  test("that is stopped ends with the reason, and rolls back what is open", async () => {
    const duringQuery = await run(load, { onQuery: (abort) => abort() });
    assert.deepEqual([duringQuery.calls.length, duringQuery.error?.message], [1, "stopped"]);
    const duringCopy = await run(load, {
      onCall: (call, abort) => (call === "PUT /dt-1/Employee" ? abort() : undefined),
      answer: (call) => (call === "PUT /dt-1/Employee" ? "taken" : undefined),
    });
    assert.equal(duringCopy.error?.message, "stopped");
    assert.equal(duringCopy.calls.at(-1), "DELETE /dt-1");
  });

  test("that is stopped and cannot roll back says what is left open", async () => {
    const { error } = await run(load, {
      onCall: (call, abort) => (call === "PUT /dt-1/Employee" ? abort() : undefined),
      answer: (call) => (call === "PUT /dt-1/Employee" ? "taken" : call === "DELETE /dt-1" ? 403 : undefined),
    });
    assert.match(
      error?.message ?? "",
      /^Line 5: COPY Employee: The script was stopped\. The transaction dt-1 could not/,
    );
  });
});
