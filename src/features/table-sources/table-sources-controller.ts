import * as vscode from "vscode";
import { startedJobOf } from "../../contract/started-job.ts";
import type { TableMetadata, TableSource } from "../../contract/table-sources.ts";
import { formatBytes } from "../../host/amounts.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { chooseDataFile } from "../../host/choose-data-file.ts";
import { commandIds } from "../../host/command-ids.ts";
import { askToConfirm } from "../../host/confirmation.ts";
import { showInformation } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { ReviewPages } from "../../host/review-page.ts";
import type { TextDocuments } from "../../host/text-documents.ts";
import { joinReportLines } from "../../host/untrusted-text.ts";
import { tableDefinitionScheme } from "../../languages/core/model/table-document.ts";
import { countText, timestampText } from "./amounts-text.ts";
import { definitionPath } from "./definition-document-model.ts";
import { DefinitionStore } from "./definition-store.ts";
import { notifyInterruptedUploads } from "./interrupted-uploads.ts";
import { newTableSource } from "./new-table-source.ts";
import { resetTable } from "./reset-table.ts";
import { showTableAsOf } from "./show-as-of.ts";
import { StoredTableStates } from "./stored-states.ts";
import type { TableSourceServices } from "./table-source-services.ts";
import type { TableState } from "./table-states-model.ts";
import {
  type ListedTable,
  listTables,
  requireIdAndName,
  resolveTable,
  resolveTarget,
  targetText,
} from "./table-target.ts";
import { uploadIntoTable } from "./upload-into-table.ts";
import { buildViewGraph, dependentsOf } from "./view-graph-model.ts";
import { showViewGraph, viewGraphSnapshot } from "./view-graph-page.ts";

/** Commands on table sources. Loaded on first use, to keep activation fast. `item` is the argument from a menu. */
export class TableSourcesController implements vscode.Disposable {
  readonly #services: TableSourceServices;
  readonly #states: StoredTableStates;
  readonly #texts: TextDocuments;
  readonly #reviews: ReviewPages;
  readonly definitions: DefinitionStore;

  constructor(services: TableSourceServices, texts: TextDocuments) {
    this.#services = services;
    this.#texts = texts;
    this.#states = new StoredTableStates(services.context.globalState, services.ownTransactions);
    this.#reviews = new ReviewPages(services.context.extensionUri);
    this.definitions = new DefinitionStore(services.connections, texts, this.#reviews);
  }

  dispose(): void {
    this.#reviews.dispose();
    this.definitions.dispose();
  }

  async create(item: unknown): Promise<void> {
    await newTableSource(this.#services.connections, item);
  }

  async edit(item: unknown): Promise<void> {
    const { connectionId, tenant, table } = await this.#table(item, vscode.l10n.t("Edit Table Source"));
    const { uuid: tableId, objectName } = table;
    const path = definitionPath({ connectionId, tenant, tableId, objectName });
    const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: tableDefinitionScheme, path }));
    await vscode.window.showTextDocument(document, { preview: false });
  }

  /** `item` is the document's URI if the command comes from an editor's title. */
  async compare(item: unknown): Promise<void> {
    const uri = item instanceof vscode.Uri ? item : vscode.window.activeTextEditor?.document.uri;
    if (uri?.scheme === tableDefinitionScheme) {
      await this.definitions.compare(uri);
    }
  }

  async remove(item: unknown): Promise<void> {
    await deleteTableSource(await this.#table(item, vscode.l10n.t("Delete Table Source")), this.#states);
  }

  async showMetadata(item: unknown): Promise<void> {
    const listedTable = await this.#table(item, vscode.l10n.t("Show Table Metadata"));
    const title = vscode.l10n.t("Loading the metadata of {0}", listedTable.table.objectName);
    const { metadata, states } = await withProgress("statusBar", title, async (signal) => ({
      metadata: await this.#states.read(listedTable, signal),
      states: await this.#states.list(listedTable, signal),
    }));
    const text = metadataText(listedTable, metadata, states);
    await this.#texts.show(
      `${listedTable.tenant ?? listedTable.connectionId}/${listedTable.table.objectName}.md`,
      text,
    );
  }

  async showTableAsOf(item: unknown): Promise<void> {
    const listedTable = await this.#table(item, vscode.l10n.t("Look at Table As Of"));
    await showTableAsOf(listedTable, this.#states, this.#services);
  }

  async reset(item: unknown): Promise<void> {
    const listedTable = await this.#table(item, vscode.l10n.t("Reset Table"));
    await resetTable(listedTable, this.#states, this.#services.storeTransaction, this.#reviews);
  }

  async showViews(item: unknown): Promise<void> {
    const target = await resolveTarget(this.#services.connections, item);
    const title = vscode.l10n.t("Loading the table sources");
    const tables = await withProgress("statusBar", title, (signal) => listTables(target, signal));
    const snapshot = viewGraphSnapshot(targetText(target), buildViewGraph(tables));
    const { connectionId, tenant } = target;
    showViewGraph(this.#services.context.extensionUri, snapshot, async (id) => {
      const table = tables.find(({ uuid }) => uuid === id);
      await this.edit({ kind: "tableSource", target: { connectionId, tenant }, table });
    });
  }

  async regenerate(item: unknown): Promise<void> {
    const title = vscode.l10n.t("Regenerate View");
    const listedTable = await resolveTable(this.#services.connections, item, title, isMaterializedView);
    await regenerateView(listedTable, this.#services.watchJob);
  }

  /** `item` is a table source of the explorer or the URI of a file. */
  async upload(item: unknown): Promise<void> {
    const title = vscode.l10n.t("Upload File into Table");
    const file = await chooseDataFile(item, title, vscode.l10n.t("Upload"));
    const { connections } = this.#services;
    const target = item instanceof vscode.Uri ? undefined : item;
    const listedTable = await resolveTable(connections, target, title, (table) => !isMaterializedView(table));
    await this.#upload(listedTable, file);
  }

  /** Reports the uploads that were interrupted when their window closed. */
  async notifyInterrupted(): Promise<void> {
    const { connections, context } = this.#services;
    await notifyInterruptedUploads({
      connections,
      state: context.workspaceState,
      uploadAgain: async ({ connectionId, tenant, tableId, file }) => {
        const session = await connections.sessionFor(connectionId, tenant);
        const table = requireIdAndName(await session.client.getTableSource({ path: { tableId } }));
        await this.#upload({ connectionId, tenant, session, table }, file);
      },
    });
  }

  async #upload(listedTable: ListedTable, file: string): Promise<void> {
    if (isMaterializedView(listedTable.table)) {
      throw new Error(
        vscode.l10n.t(
          "{0} is a materialized view: its rows come from its query. Upload the file into a table that the query reads.",
          listedTable.table.objectName,
        ),
      );
    }
    const { storeTransaction, context } = this.#services;
    const { workspaceState: uploads } = context;
    const parts = { states: this.#states, texts: this.#texts, uploads, storeTransaction, reviews: this.#reviews };
    await uploadIntoTable(listedTable, file, parts);
  }

  async #table(item: unknown, title: string) {
    return await resolveTable(this.#services.connections, item, title);
  }
}

/** Whether a table source is an enabled materialized view. */
function isMaterializedView({ materializedView }: TableSource): boolean {
  return materializedView?.enabled === true;
}

/**
 * Deletes the definition of a table source after the user has confirmed, with its row count and dependent views shown.
 */
export async function deleteTableSource(listedTable: ListedTable, states: StoredTableStates): Promise<void> {
  const { table, session } = listedTable;
  const title = vscode.l10n.t("Reading what depends on {0}", table.objectName);
  const { recordCount, dependents } = await withProgress("notification", title, async (signal) => ({
    recordCount: (await states.read(listedTable, signal)).recordCount,
    dependents: dependentsOf(await listTables(listedTable, signal), table.uuid),
  }));
  const question = vscode.l10n.t("Delete the table source {0}?", table.objectName);
  const detail = [
    `${targetText(listedTable)} (${session.role})`,
    "",
    vscode.l10n.t(
      "Its definition is deleted. Its {0} stored rows are kept by the service, but SQL cannot access them any more, and a new table of the same name starts empty.",
      countText(recordCount),
    ),
    ...(table.canChildrenInherit ? ["", vscode.l10n.t("Analytic tenants that inherit it lose it, too.")] : []),
    ...(dependents.length > 0
      ? [
          "",
          vscode.l10n.t(
            "Views that read it: {0}. The service refuses to delete it while they do.",
            dependents.join(", "),
          ),
        ]
      : []),
  ].join("\n");
  if (!(await askToConfirm({ question, detail, confirm: vscode.l10n.t("Delete Definition"), role: session.role }))) {
    throw new CancelledError();
  }
  await withProgress("notification", vscode.l10n.t("Deleting {0}", table.objectName), (signal) =>
    session.client.deleteTableSource({ path: { tableId: table.uuid } }, { signal }),
  );
  await vscode.commands.executeCommand(commandIds.refreshExplorer);
}

/** Renders a table's metadata and observed states as Markdown. */
export function metadataText(listedTable: ListedTable, metadata: TableMetadata, states: readonly TableState[]): string {
  const { objectName, basicInformation, uuid } = listedTable.table;
  const pairs = Object.entries(metadata.metadata ?? {});
  const size = metadata.dataFilesSizeBytes;
  return joinReportLines([
    `# ${objectName}`,
    "",
    ...(basicInformation?.description ? [basicInformation.description, ""] : []),
    vscode.l10n.t("- Location: {0}", targetText(listedTable)),
    vscode.l10n.t("- Table id: {0}", uuid),
    vscode.l10n.t("- Rows: {0}", countText(metadata.recordCount)),
    ...(metadata.recordsUpdatedAt
      ? [vscode.l10n.t("- Rows updated: {0}", timestampText(metadata.recordsUpdatedAt))]
      : []),
    ...(metadata.transactionId ? [vscode.l10n.t("- Last transaction: {0}", metadata.transactionId)] : []),
    ...(size === undefined ? [] : [vscode.l10n.t("- Size of the data files: {0}", formatBytes(Number(size)))]),
    "",
    vscode.l10n.t("## Metadata"),
    "",
    ...(pairs.length === 0 ? [vscode.l10n.t("None; the action setMetadata of a SQL job sets it.")] : []),
    ...pairs.map(([key, value]) => `- ${key}: ${value}`),
    "",
    vscode.l10n.t("## Known states"),
    "",
    vscode.l10n.t(
      "The service does not list its snapshots. Known here are the states in which this metadata was read and those that were committed from here; newest first.",
    ),
    "",
    ...states.map((state) => `- ${stateText(state)}`),
    "",
  ]);
}

/** Describes one state in one line. */
function stateText({ recordsUpdatedAt, recordCount, title, transactionId }: TableState): string {
  const rows = recordCount === undefined ? undefined : vscode.l10n.t("{0} rows", countText(recordCount));
  return [timestampText(recordsUpdatedAt), rows, title, transactionId].filter(Boolean).join(" · ");
}

/** Starts a job that recomputes a view's rows, and follows it. */
export async function regenerateView(
  listedTable: ListedTable,
  watchJob: TableSourceServices["watchJob"],
): Promise<void> {
  const { connectionId, tenant, session, table } = listedTable;
  if (table.materializedView?.enabled !== true) {
    throw new Error(
      vscode.l10n.t("{0} is not a materialized view; only those can be regenerated from a query.", table.objectName),
    );
  }
  const question = vscode.l10n.t("Regenerate the view {0}?", table.objectName);
  const detail = vscode.l10n.t(
    "{0} ({1})\n\nAll of its rows are recomputed from its query, which may take long.",
    targetText(listedTable),
    session.role,
  );
  if (!(await askToConfirm({ question, detail, confirm: vscode.l10n.t("Regenerate"), role: session.role }))) {
    throw new CancelledError();
  }
  const args = { path: { tableId: table.uuid }, body: { tableId: table.uuid } };
  const answer = await session.client.regenerateMaterializedView(args);
  const job = startedJobOf("regenerateMaterializedView", args, answer, tenant);
  if (!job) {
    throw new Error(vscode.l10n.t("The service named no job for {0}. See its jobs.", table.objectName));
  }
  const label = vscode.l10n.t("Regenerate {0}", table.objectName);
  await watchJob(connectionId, job, label);
  const showJobs = vscode.l10n.t("Show Jobs");
  const message = vscode.l10n.t("The view {0} is being regenerated; its job is watched.", table.objectName);
  void showInformation(message, showJobs).then((answered) => {
    if (answered === showJobs) {
      void vscode.commands.executeCommand("workforce.jobs.focus");
    }
  });
}
