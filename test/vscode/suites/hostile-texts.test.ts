import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ExplorerItem } from "../../../src/features/explorer/explorer-item.ts";
import { tooltipOf as entryTooltip } from "../../../src/features/explorer/explorer-tree.ts";
import { detailsOfChild, detailsOfJob } from "../../../src/features/jobs/job-item.ts";
import { tooltipOf as jobTooltip, treeItemOf } from "../../../src/features/jobs/job-tree-item.ts";
import { LastRuns } from "../../../src/features/queries/last-runs-model.ts";
import { RunLenses, ScriptLens } from "../../../src/features/queries/run-lenses.ts";
import { dryRunText } from "../../../src/features/sql-jobs/dry-run-text.ts";
import { jobFileLenses, tableSqlLenses } from "../../../src/features/sql-jobs/sql-lenses.ts";
import { findingsText } from "../../../src/features/table-sources/finding-text.ts";
import { metadataText } from "../../../src/features/table-sources/table-metadata.ts";
import type { ListedTable } from "../../../src/features/table-sources/table-target.ts";
import { tooltipOf as transactionTooltip } from "../../../src/features/transactions/transaction-tree-items.ts";
import type { WatchedTransaction } from "../../../src/features/transactions/transactions-model.ts";
import { problemsReport, zipReport } from "../../../src/features/transfers/inspect-tenant-zip.ts";
import { disableMarkdownLinks } from "../../../src/host/untrusted-text.ts";
import { readStatements } from "../../../src/languages/sql-like/structure/code-lenses.ts";
import { notedTransaction, sqlTransaction } from "../../support/fake-transactions.ts";
import { editorLinks, hostileMarkdown, hostileTexts, livingMarkdown } from "../../support/hostile-markdown.ts";
import { childState, jobState } from "../../support/job-states.ts";

/** Tooltips of jobs, transactions and entries of the explorer, all of whose texts are the given one. */
function tooltipsOf(text: string): Readonly<Record<string, vscode.MarkdownString | string | undefined>> {
  const reference = { kind: "dispatching", jobId: text } as const;
  const log = { connectionId: "c", reference, label: text };
  const state = jobState("failed", {
    status: text,
    message: text,
    jobType: text,
    tenant: text,
    relatedIds: { export: text, transaction: text },
  });
  const line = { key: "k", hasChildren: false, log };
  const job = { ...line, kind: "job", details: detailsOfJob(text, state, {}) } as const;
  const watched = { ...job, kind: "watched", reference, label: text, problem: text } as const;
  const told = { status: text, message: text, jobType: text, tenant: text, dataVersion: text };
  const child = { ...line, kind: "child", details: detailsOfChild(childState(text, "failed", told), {}) } as const;
  const problem = { kind: "problem", key: "k", message: text } as const;
  const transaction = {
    key: "k",
    stored: notedTransaction({ label: text, tenant: text, transactionId: text }),
    followed: {
      transaction: sqlTransaction({ transactionId: text, createdBy: text, tablesToModify: [text] }),
      phase: "open",
      problem: text,
      extendProblem: text,
      jobs: new Map(),
    },
  } as unknown as WatchedTransaction;
  const target = { connectionId: "c", tenant: text };
  const columns = [{ name: text, dataType: text, isPrimaryTimestamp: true }];
  const table = { objectName: text, basicInformation: { displayName: text, description: text }, columns };
  const project = { id: "p", name: text, description: text, releaseVersion: text, ticketNumber: text };
  const report = { id: "r", title: text, description: text, owner: text, updatedTime: text };
  const entries: readonly ExplorerItem[] = [
    { kind: "tableSource", key: "k", target, table },
    { kind: "project", key: "k", target, project, isActive: false },
    { kind: "report", key: "k", target, report },
  ];
  return {
    job: jobTooltip(job, text, 0),
    "watched job": jobTooltip(watched, text, 0),
    "child job": jobTooltip(child, text, 0),
    "failed list of jobs": treeItemOf(problem).tooltip,
    transaction: transactionTooltip(transaction),
    ...Object.fromEntries(entries.map((entry) => [entry.kind, entryTooltip(entry)])),
  };
}

/** Reports all of whose texts are the given one. */
function reportsOf(text: string): Readonly<Record<string, string>> {
  const finding = { kind: "unknownColumn", column: text } as const;
  const write = { index: 0, kind: "write", action: text, table: text, isUpperBound: false } as const;
  const counts = { before: 1, after: 2, added: 1, changed: undefined, removed: undefined };
  const steps = [
    { ...write, ...counts, mismatch: { input: text, findings: [finding] } },
    { index: 1, kind: "rows", rows: 1, output: text, assertion: "passed" },
    { index: 2, kind: "left", action: text },
  ] as const;
  const dryRun = {
    preconditions: [{ table: text, name: undefined, unmet: [text] }],
    tenants: [{ tenant: text, steps, failure: text, failedStep: 2 }],
    read: [text],
    written: [text],
    isGood: false,
  };
  const table = {
    connectionId: "c",
    tenant: text,
    session: { connectionLabel: text },
    table: { uuid: text, objectName: text, basicInformation: { description: text } },
  } as unknown as ListedTable;
  const metadata = { recordCount: text, recordsUpdatedAt: text, transactionId: text, metadata: { [text]: text } };
  const states = [{ transactionId: text, recordCount: text, recordsUpdatedAt: text, seenAt: 0 }];
  return {
    "dry run": dryRunText(dryRun, { file: text, connection: text, tenant: text }),
    findings: findingsText(text, text, [finding, { kind: "wrongType", column: text, from: text, to: text }]),
    metadata: metadataText(table, metadata, states),
    problems: problemsReport(text, [text]),
    ZIP: zipReport(text, { folders: new Map([[text, [{ name: text, bytes: 1 }]]]), problems: [text] }, "en"),
  };
}

/** How many lines each report has. */
function lineCounts(reports: Readonly<Record<string, string>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(reports).map(([name, report]) => [name, report.split(/\r\n?|\n/).length]));
}

suite("Texts of others", () => {
  test("make no link, image or HTML in tooltips of jobs, transactions and entries of the explorer", () => {
    for (const text of hostileTexts) {
      for (const [name, tooltip] of Object.entries(tooltipsOf(text))) {
        if (name === "failed list of jobs") {
          assert.equal(typeof tooltip, "string", "VS Code shows a string as it is");
          continue;
        }
        assert.ok(tooltip instanceof vscode.MarkdownString, name);
        assert.ok(!tooltip.isTrusted && !tooltip.supportHtml, name);
        assert.match(tooltip.value.replace(/\\(.)/g, "$1"), /evil|command:|onerror/, name);
        assert.deepEqual(livingMarkdown(tooltip.value.replaceAll("&nbsp;", " ")), [], `${name}: ${tooltip.value}`);
      }
    }
  });

  test("make no link in reports, and stay within their lines", () => {
    const expected = lineCounts(reportsOf("plain"));
    for (const text of [...hostileMarkdown, ...hostileTexts]) {
      const reports = reportsOf(text);
      assert.deepEqual(lineCounts(reports), expected, text);
      for (const [name, report] of Object.entries(reports)) {
        assert.deepEqual(editorLinks(disableMarkdownLinks(report)), [], `${name}: ${report}`);
      }
    }
  });

  test("are in no title of a code lens, nor in its tooltip", async () => {
    const { token } = new vscode.CancellationTokenSource();
    const readScript = async (text: string) => readStatements(text, true);
    const lenses = new RunLenses({
      readStatements: async (text) => readStatements(text, false),
      lastRuns: new LastRuns(),
      currentTarget: () => ({ connectionId: "local", tenant: undefined, project: undefined }),
    });
    const script = new ScriptLens(
      readScript,
      () => new Set(["uploadIntakeFile"]),
      () => ({ dispose: () => undefined }),
    );
    const titles = async (provider: vscode.CodeLensProvider, language: string, content: string) => {
      const document = await vscode.workspace.openTextDocument({ language, content });
      const found = (await provider.provideCodeLenses(document, token)) ?? [];
      return found.map(({ command }) => [command?.title, command?.tooltip]);
    };
    const all = async (text: string) => {
      const comment = text.replace(/\s+/g, " ");
      return [
        await titles(lenses, "workforce-sqllike", `-- ${comment}\nSELECT a() AS "${comment}" FROM "${comment}";\n`),
        await titles(script, "workforce-sqllike-shell", `LOAD '${comment}' INTO "${comment}";\nSELECT a FROM b;\n`),
        await titles(tableSqlLenses, "workforce-tablesql", `-- ${comment}\nSELECT '${comment}' FROM t;\n`),
        await titles(jobFileLenses, "jsonc", JSON.stringify({ uploads: { [text]: text } })),
      ];
    };
    const expected = await all("plain");
    assert.deepEqual(
      expected.map(({ length }) => length > 0),
      [true, true, true, true],
    );
    for (const text of hostileTexts) {
      assert.deepEqual(await all(text), expected, text);
    }
    lenses.dispose();
  });
});
