import * as vscode from "vscode";
import { isTreeItem } from "../../base/guards.ts";
import { quoteSparkName } from "../../base/sql-quote.ts";
import { formatPlural } from "../../host/amounts.ts";
import { callTenant, connectionOf } from "../../host/call-tenant.ts";
import { CancelledError } from "../../host/cancellation.ts";
import * as commandIds from "../../host/command-ids.ts";
import type { CommandHandlers } from "../../host/commands.ts";
import { chooseSavePath } from "../../host/file-dialogs.ts";
import type { Log } from "../../host/log.ts";
import { showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { writeFirstRows } from "../../host/row-counter.ts";
import { saveBody } from "../../host/save-body.ts";
import { readSettings } from "../../host/settings.ts";
import { askLine } from "../../host/step-input.ts";
import type { ExplorerItem, ItemTarget } from "./explorer-item.ts";
import type { ExplorerModel } from "./explorer-model.ts";
import type { EntryServices, QueryTarget, TargetConnections } from "./explorer-services.ts";
import type { ExplorerConnections } from "./explorer-source.ts";
import { useTarget } from "./model-commands.ts";

/** Number of rows that the command *Show Rows* reads. */
const firstRows = 1000;

interface Parts extends EntryServices {
  readonly log: Log;
  readonly model: ExplorerModel;
  readonly connections: TargetConnections;
}

type Entry<Kind extends ExplorerItem["kind"]> = Extract<ExplorerItem, { kind: Kind }>;

/** Returns the handlers of the explorer commands on table sources, reports and projects. */
export function entryCommands(parts: Parts): CommandHandlers {
  const { model } = parts;
  const onItem =
    <Kind extends ExplorerItem["kind"]>(kind: Kind, run: (item: Entry<Kind>) => Promise<void>) =>
    async (item: unknown) => {
      if (isTreeItem<ExplorerItem>(item) && item.kind === kind) {
        await run(item as Entry<Kind>);
      }
    };
  /** Runs a service call that changes the reports or projects of a tenant, then reloads that list. */
  const change = async (target: ItemTarget, group: "reports" | "projects", title: string, call: Call) => {
    await callTenant(target, title, parts.connections, call);
    await model.refreshGroup(target, group);
  };
  return {
    [commandIds.showTableRows]: onItem("tableSource", async ({ table, target }) => {
      const name = table.objectName ?? "";
      const text = `SELECT * FROM ${quoteSparkName(name)} LIMIT ${firstRows}`;
      await parts.showTableQuery({ text, title: name }, queryTarget(parts.connections, target));
    }),
    [commandIds.newTableQuery]: onItem("tableSource", async ({ table, target }) => {
      await useTarget(parts.connections, target);
      const content = `SELECT\n  ${columnList(table, ",\n  ")}\nFROM ${quoteSparkName(table.objectName ?? "")}\nLIMIT ${firstRows};\n`;
      const document = await vscode.workspace.openTextDocument({ language: "workforce-tablesql", content });
      await vscode.window.showTextDocument(document, { preview: false });
    }),
    [commandIds.copyColumns]: onItem("tableSource", async ({ table }) => {
      await vscode.env.clipboard.writeText(columnList(table, ", "));
    }),
    [commandIds.insertColumns]: onItem("tableSource", async ({ table }) => {
      const editor = vscode.window.activeTextEditor;
      if (!editor) {
        throw new Error(vscode.l10n.t("Open the file that the columns are to be inserted into."));
      }
      await editor.edit((edit) => edit.replace(editor.selection, columnList(table, ", ")));
      await vscode.window.showTextDocument(editor.document);
    }),
    [commandIds.runReport]: onItem("report", async (item) => await runReport(parts, item)),
    [commandIds.downloadReport]: onItem("report", async (item) => await downloadReport(parts, item)),
    [commandIds.duplicateReport]: onItem("report", async ({ report, target }) => {
      const title = vscode.l10n.t("Duplicating {0}", report.title ?? "");
      await change(target, "reports", title, (client, signal) =>
        client.duplicateReport({ path: { reportId: report.id ?? "" } }, { signal }),
      );
    }),
    [commandIds.deleteReport]: onItem("report", async ({ report, target }) => {
      const name = report.title ?? "";
      await confirmDeletion(vscode.l10n.t("Delete the report {0}?", name), target);
      await change(target, "reports", vscode.l10n.t("Deleting {0}", name), (client, signal) =>
        client.deleteReport({ path: { reportId: report.id ?? "" } }, { signal }),
      );
    }),
    [commandIds.createProject]: onItem("group", async ({ target }) => {
      const name = await askLine(vscode.l10n.t("Create Project"), {
        prompt: vscode.l10n.t("Name of the new draft project in {0}", target.tenant),
        problemOf: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a name.") : undefined),
      });
      if (name === undefined) {
        throw new CancelledError();
      }
      await change(target, "projects", vscode.l10n.t("Creating {0}", name), (client, signal) =>
        client.createProject({ body: { name: name.trim() } }, { signal }),
      );
    }),
    [commandIds.deleteProject]: onItem("project", async ({ project, target }) => {
      const name = project.name ?? "";
      await confirmDeletion(vscode.l10n.t("Delete the project {0} with all of its changes?", name), target);
      await change(target, "projects", vscode.l10n.t("Deleting {0}", name), (client, signal) =>
        client.deleteProject({ path: { projectId: project.id ?? "" } }, { signal }),
      );
    }),
  };
}

type Client = Awaited<ReturnType<ExplorerConnections["sessionFor"]>>["client"];
type Call = (client: Client, signal: AbortSignal) => Promise<unknown>;

function columnList({ columns = [] }: Entry<"tableSource">["table"], separator: string): string {
  return columns.length === 0 ? "*" : columns.map(({ name = "" }) => quoteSparkName(name)).join(separator);
}

function queryTarget(connections: ExplorerConnections, { connectionId, tenant }: ItemTarget): QueryTarget {
  return {
    connectionId,
    connection: connectionOf(connectionId, connections).label,
    tenant,
    project: undefined,
    session: () => connections.sessionFor(connectionId, tenant),
    loginTenant: () => Promise.resolve(tenant),
  };
}

async function confirmDeletion(question: string, { tenant }: ItemTarget): Promise<void> {
  const remove = vscode.l10n.t("Delete");
  const detail = vscode.l10n.t("It is deleted in {0} for everyone. This cannot be undone.", tenant);
  if ((await showWarning(question, { modal: true, detail }, remove)) !== remove) {
    throw new CancelledError();
  }
}

/**
 * Requests the data of a report. Throws an error if the connection hides small groups of people, because a report would
 * show them.
 */
async function reportData(connections: ExplorerConnections, { report, target }: Entry<"report">, signal: AbortSignal) {
  const guard = connections.guardOf(target.connectionId);
  if (guard?.mode === "hide") {
    throw new Error(
      vscode.l10n.t(
        "{0} hides values of fewer than {1} people, and the data of a report would show them. Run its query in a .sqllike file, or edit the connection.",
        connectionOf(target.connectionId, connections).label,
        guard.threshold,
      ),
    );
  }
  const { client } = await connections.sessionFor(target.connectionId, target.tenant);
  return await client.downloadReport({ path: { reportId: report.id ?? "" } }, { signal, isStreamed: true });
}

/** Shows the data of a report as a result table. */
async function runReport(parts: Parts, item: Entry<"report">): Promise<void> {
  const { results, connections, log } = parts;
  const { report, target } = item;
  const { connectionId, tenant } = target;
  const stop = new AbortController();
  const title = report.title ?? "";
  const origin = {
    title,
    query: vscode.l10n.t("Report: {0}", title),
    connectionId,
    connection: connectionOf(connectionId, connections).label,
    tenant,
    project: undefined,
  };
  const writer = await results.begin(origin, {
    cancel: () => stop.abort(),
    rerun: () => void runReport(parts, item).catch((error: unknown) => log.warn(String(error))),
  });
  try {
    const { body } = await reportData(connections, item, stop.signal);
    const describeCut = (rowLimit: number) =>
      formatPlural(rowLimit, [
        vscode.l10n.t("This is the first row; there are more."),
        vscode.l10n.t("These are the first {0} rows; there are more."),
      ]);
    await writeFirstRows(writer, { format: "csv", body }, readSettings().rowLimit, describeCut, stop.signal);
  } catch (error) {
    await (stop.signal.aborted
      ? writer.cancelled()
      : writer.fail(error instanceof Error ? error.message : String(error), error));
  }
}

/** Saves the data of a report as a CSV file on this machine. */
async function downloadReport({ connections }: Parts, item: Entry<"report">): Promise<void> {
  const title = item.report.title ?? "";
  const name = `${title.replace(/[^\w -]+/g, "_") || "report"}.csv`;
  const file = await chooseSavePath({
    title: vscode.l10n.t("Download the Data of {0}", title),
    name,
    filters: { CSV: ["csv"] },
  });
  await withProgress("notification", vscode.l10n.t("Downloading {0}", title), async (signal) => {
    await saveBody(file, (await reportData(connections, item, signal)).body);
  });
}
