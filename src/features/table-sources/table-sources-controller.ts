import * as vscode from "vscode";
import { startedJobOf } from "../../contract/started-job.ts";
import type { TableSource } from "../../contract/table-sources.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { chooseDataFile } from "../../host/file-dialogs.ts";
import { showInformation } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { ReviewPages } from "../../host/review-page.ts";
import type { TextDocuments } from "../../host/text-documents.ts";
import { tableDefinitionScheme } from "../../languages/core/model/table-document.ts";
import { rowsText } from "./amounts-text.ts";
import { definitionPath } from "./definition-document-model.ts";
import { DefinitionStore } from "./definition-store.ts";
import { notifyInterruptedUploads } from "./interrupted-uploads.ts";
import { newTableSource } from "./new-table-source.ts";
import { resetTable } from "./reset-table.ts";
import { showAsOf, showTableAsOf } from "./show-as-of.ts";
import { StoredTableStates } from "./stored-states.ts";
import { showTableMetadata } from "./table-metadata.ts";
import { askAboutTable } from "./table-review.ts";
import type { TableSourceServices } from "./table-source-services.ts";
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
  readonly #reviews: ReviewPages;
  readonly definitions: DefinitionStore;

  constructor(services: TableSourceServices, texts: TextDocuments) {
    this.#services = services;
    this.#states = new StoredTableStates(services.context.globalState, services.ownTransactions);
    this.#reviews = new ReviewPages(services.context.extensionUri);
    this.definitions = new DefinitionStore(services, texts, this.#reviews);
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
    await deleteTableSource(await this.#table(item, vscode.l10n.t("Delete Table Source")), this.#parts);
  }

  async showMetadata(item: unknown): Promise<void> {
    const listedTable = await this.#table(item, vscode.l10n.t("Show Table Metadata"));
    const title = vscode.l10n.t("Loading the metadata of {0}", listedTable.table.objectName);
    const { metadata, states } = await withProgress("notification", title, async (signal) => ({
      metadata: await this.#states.read(listedTable, signal),
      states: await this.#states.list(listedTable, signal),
    }));
    await showTableMetadata(listedTable, metadata, states, {
      reviews: this.#reviews,
      edit: () => this.edit({ kind: "tableSource", target: listedTable, table: listedTable.table }),
      showAsOf: (instant) => showAsOf(listedTable, instant, this.#services),
    });
  }

  async showTableAsOf(item: unknown): Promise<void> {
    const listedTable = await this.#table(item, vscode.l10n.t("Look at Table As Of"));
    await showTableAsOf(listedTable, this.#states, this.#services);
  }

  async reset(item: unknown): Promise<void> {
    const listedTable = await this.#table(item, vscode.l10n.t("Reset Table"));
    await resetTable(listedTable, this.#parts);
  }

  async showViews(item: unknown): Promise<void> {
    const target = await resolveTarget(this.#services.connections, item);
    const title = vscode.l10n.t("Loading the table sources");
    const tables = await withProgress("notification", title, (signal) => listTables(target, signal));
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
    await regenerateView(listedTable, this.#services.watchJob, this.#reviews);
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
    const { log, connections, context } = this.#services;
    await notifyInterruptedUploads({
      log,
      connections,
      state: context.workspaceState,
      storageFolder: context.globalStorageUri.fsPath,
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
    const { context } = this.#services;
    await uploadIntoTable(listedTable, file, {
      ...this.#parts,
      uploads: context.workspaceState,
      storageFolder: context.globalStorageUri.fsPath,
    });
  }

  /** What a change of a table is made and shown with. */
  get #parts() {
    return { ...this.#services, states: this.#states, reviews: this.#reviews };
  }

  async #table(item: unknown, title: string) {
    return await resolveTable(this.#services.connections, item, title);
  }
}

/** Whether a table source is an enabled materialized view. */
function isMaterializedView({ materializedView }: TableSource): boolean {
  return materializedView?.enabled === true;
}

interface DeletionParts extends Pick<TableSourceServices, "refreshTables"> {
  readonly states: StoredTableStates;
  readonly reviews: ReviewPages;
}

/**
 * Deletes the definition of a table source after the user has confirmed, with its row count and dependent views shown.
 */
export async function deleteTableSource(
  listedTable: ListedTable,
  { states, reviews, refreshTables }: DeletionParts,
): Promise<void> {
  const { table, session } = listedTable;
  const title = vscode.l10n.t("Reading what depends on {0}", table.objectName);
  const { recordCount, dependents } = await withProgress("notification", title, async (signal) => ({
    recordCount: (await states.read(listedTable, signal)).recordCount,
    dependents: dependentsOf(await listTables(listedTable, signal), table.uuid),
  }));
  const isConfirmed = await askAboutTable(reviews, {
    target: listedTable,
    table,
    title: vscode.l10n.t("Delete {0}", table.objectName),
    verdict: vscode.l10n.t(
      "Its definition is deleted. The service keeps what it stores ({0}), but SQL cannot access it any more, and a new table of the same name starts empty.",
      rowsText(recordCount),
    ),
    warnings: [
      ...(table.canChildrenInherit ? [vscode.l10n.t("Analytic tenants that inherit it lose it, too.")] : []),
      ...(dependents.length > 0
        ? [
            vscode.l10n.t(
              "Views that read it: {0}. The service refuses to delete it while they do.",
              dependents.join(", "),
            ),
          ]
        : []),
    ],
    question: vscode.l10n.t("Delete the table source {0}?", table.objectName),
    confirm: vscode.l10n.t("Delete Definition"),
    losesValues: true,
  });
  if (!isConfirmed) {
    throw new CancelledError();
  }
  await withProgress("notification", vscode.l10n.t("Deleting {0}", table.objectName), (signal) =>
    session.client.deleteTableSource({ path: { tableId: table.uuid } }, { signal }),
  );
  refreshTables(listedTable);
}

/** Starts a job that recomputes a view's rows, and follows it. */
export async function regenerateView(
  listedTable: ListedTable,
  watchJob: TableSourceServices["watchJob"],
  reviews: ReviewPages,
): Promise<void> {
  const { connectionId, tenant, session, table } = listedTable;
  if (table.materializedView?.enabled !== true) {
    throw new Error(
      vscode.l10n.t("{0} is not a materialized view; only those can be regenerated from a query.", table.objectName),
    );
  }
  const isConfirmed = await askAboutTable(reviews, {
    target: listedTable,
    table,
    title: vscode.l10n.t("Regenerate {0}", table.objectName),
    verdict: vscode.l10n.t("All of its rows are recomputed from its query, which may take long."),
    question: vscode.l10n.t("Regenerate the view {0}?", table.objectName),
    confirm: vscode.l10n.t("Regenerate"),
    losesValues: false,
  });
  if (!isConfirmed) {
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
