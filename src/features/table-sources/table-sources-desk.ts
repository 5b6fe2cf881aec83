import * as vscode from "vscode";
import type { TableSource } from "../../contract/table-source-schemas.ts";
import { withProgress } from "../../host/progress.ts";
import type { TextDocuments } from "../../host/text-documents.ts";
import { definitionScheme } from "../../languages/core/model/definition-document.ts";
import { chooseDataFile } from "./choose-data-file.ts";
import { definitionPath } from "./definition-path-model.ts";
import { DefinitionStore } from "./definition-store.ts";
import { deleteTableSource } from "./delete-table-source.ts";
import { tellInterruptedUploads } from "./interrupted-uploads.ts";
import { lookAsOf } from "./look-as-of.ts";
import { metadataText } from "./metadata-text.ts";
import { newTableSource } from "./new-table-source.ts";
import { NotedTableStates } from "./noted-states.ts";
import { regenerateView } from "./regenerate-view.ts";
import { resetTable } from "./reset-table.ts";
import { listTables, named, type PlacedTable, placeFor, tableFor } from "./table-place.ts";
import type { TableSourceServices } from "./table-source-services.ts";
import { uploadIntoTable } from "./upload-into-table.ts";
import { viewGraph } from "./view-graph-model.ts";
import { viewGraphText } from "./view-graph-text.ts";

/** Everything about table sources. Loaded on first use, to keep activation fast. `item` is what a menu gives. */
export class TableSourcesDesk implements vscode.Disposable {
  readonly #services: TableSourceServices;
  readonly #states: NotedTableStates;
  readonly #texts: TextDocuments;
  readonly definitions: DefinitionStore;

  constructor(services: TableSourceServices, texts: TextDocuments) {
    this.#services = services;
    this.#texts = texts;
    this.#states = new NotedTableStates(services.context.globalState);
    this.definitions = new DefinitionStore(services.connections, texts);
  }

  dispose(): void {
    this.definitions.dispose();
  }

  async create(item: unknown): Promise<void> {
    await newTableSource(this.#services.connections, item);
  }

  async edit(item: unknown): Promise<void> {
    const { connectionId, tenant, table } = await this.#table(item, vscode.l10n.t("Edit Table Source"));
    const { uuid: tableId, objectName } = table;
    const path = definitionPath({ connectionId, tenant, tableId, objectName });
    const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: definitionScheme, path }));
    await vscode.window.showTextDocument(document, { preview: false });
  }

  /** `item` is the document's address when it comes from an editor's title. */
  async compare(item: unknown): Promise<void> {
    const uri = item instanceof vscode.Uri ? item : vscode.window.activeTextEditor?.document.uri;
    if (uri?.scheme === definitionScheme) {
      await this.definitions.compare(uri);
    }
  }

  async remove(item: unknown): Promise<void> {
    await deleteTableSource(await this.#table(item, vscode.l10n.t("Delete Table Source")), this.#states);
  }

  async showMetadata(item: unknown): Promise<void> {
    const placed = await this.#table(item, vscode.l10n.t("Show Table Metadata"));
    const title = vscode.l10n.t("Loading the metadata of {0}", placed.table.objectName);
    const metadata = await withProgress("statusBar", title, (signal) => this.#states.read(placed, signal));
    const text = metadataText(placed, metadata, this.#states.list(placed));
    await this.#texts.show(`${placed.tenant ?? placed.connectionId}/${placed.table.objectName}.md`, text);
  }

  async lookAsOf(item: unknown): Promise<void> {
    const placed = await this.#table(item, vscode.l10n.t("Look at Table As Of"));
    await lookAsOf(placed, this.#states, this.#services);
  }

  async reset(item: unknown): Promise<void> {
    const placed = await this.#table(item, vscode.l10n.t("Reset Table"));
    await resetTable(placed, this.#states, this.#services.noteTransaction);
  }

  async showViews(item: unknown): Promise<void> {
    const place = await placeFor(this.#services.connections, item);
    const title = vscode.l10n.t("Loading the table sources");
    const tables = await withProgress("statusBar", title, (signal) => listTables(place, signal));
    const name = vscode.l10n.t("{0} Views.md", place.tenant ?? place.session.connectionLabel);
    await this.#texts.show(name, viewGraphText(place, viewGraph(tables)));
  }

  async regenerate(item: unknown): Promise<void> {
    const title = vscode.l10n.t("Regenerate View");
    const placed = await tableFor(this.#services.connections, item, title, isMaterializedView);
    await regenerateView(placed, this.#services.watchJob);
  }

  /** `item` is a table source of the explorer, or a file. */
  async upload(item: unknown): Promise<void> {
    const title = vscode.l10n.t("Upload File into Table");
    const file = await chooseDataFile(item, title, vscode.l10n.t("Upload"));
    const { connections } = this.#services;
    const target = item instanceof vscode.Uri ? undefined : item;
    const placed = await tableFor(connections, target, title, (table) => !isMaterializedView(table));
    await this.#upload(placed, file);
  }

  /** Says what became of uploads that were cut off with their window. */
  async tellInterrupted(): Promise<void> {
    const { connections, context } = this.#services;
    await tellInterruptedUploads({
      connections,
      state: context.workspaceState,
      uploadAgain: async ({ connectionId, tenant, tableId, file }) => {
        const session = await connections.sessionFor(connectionId, tenant);
        const table = named(await session.client.getTableSource({ path: { tableId } }));
        await this.#upload({ connectionId, tenant, session, table }, file);
      },
    });
  }

  async #upload(placed: PlacedTable, file: string): Promise<void> {
    if (isMaterializedView(placed.table)) {
      throw new Error(
        vscode.l10n.t(
          "{0} is a materialized view: its rows come from its query. Upload the file into a table that the query reads.",
          placed.table.objectName,
        ),
      );
    }
    const { noteTransaction, context } = this.#services;
    const { workspaceState: uploads } = context;
    await uploadIntoTable(placed, file, { states: this.#states, texts: this.#texts, uploads, noteTransaction });
  }

  async #table(item: unknown, title: string) {
    return await tableFor(this.#services.connections, item, title);
  }
}

/** Whether the rows of a table source are those of its query. */
function isMaterializedView({ materializedView }: TableSource): boolean {
  return materializedView?.enabled === true;
}
