import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Session } from "../../../src/client/call/client.ts";
import { JobLogDocuments } from "../../../src/features/jobs/job-log-documents.ts";
import type { JobLogSubject } from "../../../src/features/jobs/job-log-subject.ts";
import { JobsController } from "../../../src/features/jobs/jobs-controller.ts";
import { sessionWith } from "../../support/session-with.ts";
import { memoryContext } from "./memory-context.ts";

const subject: JobLogSubject = {
  connectionId: "acme",
  reference: { kind: "job", jobId: "0b6f2f9e-6d7e" },
  label: "Receiving",
};

/** A service with one job, whose status a test changes. */
class OneJob {
  status = "Running";
  looks = 0;

  session(): Session {
    const getJobStatus = async () => {
      this.looks++;
      const { status } = this;
      return [{ jobId: "0b6f2f9e-6d7e", jobType: "Receiving", status, startTime: "2026-01-05T02:00:00Z" }];
    };
    return sessionWith({ getJobStatus });
  }
}

/** The text once it fits, as soon as VS Code says that it does. */
function whenText({ uri }: vscode.TextDocument, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const subscription = vscode.workspace.onDidChangeTextDocument(() => look());
    const look = () => {
      const text = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString())?.getText() ?? "";
      if (pattern.test(text)) {
        subscription.dispose();
        resolve(text);
      }
    };
    look();
  });
}

suite("The log of a job as a document", () => {
  let job: OneJob;
  let controller: JobsController;
  let documents: JobLogDocuments;
  setup(() => {
    job = new OneJob();
    documents = new JobLogDocuments(
      {
        read: async (log) => controller.readLog(log),
        close: async (log) => controller.closeLog(log),
      },
      "workforce-job-log-test",
    );
    controller = new JobsController({
      state: memoryContext().context.workspaceState,
      connections: {
        target: { connectionId: "acme" },
        current: async () => job.session(),
        sessionFor: async () => job.session(),
      },
      onReload: () => undefined,
      onChange: () => undefined,
      onLogChange: (log) => documents.notify(log),
      endActions: async () => [],
      openLog: (log) => documents.open(log),
    });
  });
  teardown(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    controller.dispose();
    documents.dispose();
  });

  test("says what is known of the job, that the service keeps no log, and goes on while the job runs", async () => {
    await documents.open(subject);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.equal(document.languageId, "log");
    const running = await whenText(document, /State: +Running/);
    assert.match(running, /Job ID: +0b6f2f9e-6d7e/);
    assert.match(
      running,
      /The service keeps no log of this job\.\nIt reports the job's state, when it started and, as far as the service has them, its end and its message\./,
    );
    assert.match(running, /2026-01-05T02:00:00\.000Z {2}Started, according to the service\./);
    await whenText(document, /Connection: +Acme/);
    job.status = "Succeeded";
    const ended = await whenText(document, /State: +Succeeded/);
    const course = ended.split("\n").filter((line) => /^\d{4}-/.test(line));
    assert.match(course.join("\n"), /starts to poll the job[\s\S]*State: Running[\s\S]*State: Succeeded/);
    assert.deepEqual(course, [...course].sort());
    assert.match(ended, /Ended: +\S+ \(observed by this window\)/);
  });

  test("cannot be written", async () => {
    await documents.open(subject);
    await vscode.commands.executeCommand("type", { text: "typed by somebody" });
    const document = vscode.window.activeTextEditor?.document;
    assert.match(document?.getText() ?? "", /^Job: +Receiving/);
    assert.doesNotMatch(document?.getText() ?? "", /typed by somebody/);
    assert.equal(document?.isDirty, false);
  });

  test("is one for the same job", async () => {
    await documents.open(subject);
    await documents.open(subject);
    const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) => all.map(({ label }) => label));
    assert.deepEqual(
      tabs.filter((label) => label.startsWith("Receiving")),
      ["Receiving 0b6f2f9e.log"],
    );
  });
});
