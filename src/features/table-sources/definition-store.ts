import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import type { TableSource } from "../../contract/table-sources.ts";
import { formatColumns } from "../../host/amounts.ts";
import { showInformation } from "../../host/notifications.ts";
import type { ReviewPages } from "../../host/review-page.ts";
import type { TextDocuments } from "../../host/text-documents.ts";
import { rowsText } from "./amounts-text.ts";
import {
  compareDefinitions,
  type DefinitionChange,
  type DefinitionChanges,
  isSameDefinition,
} from "./definition-changes-model.ts";
import {
  type DefinitionPath,
  definitionPath,
  definitionText,
  readDefinitionPath,
  readDefinitionText,
} from "./definition-document-model.ts";
import { askAboutTable } from "./table-review.ts";
import type { TableConnections, TableSourceServices } from "./table-source-services.ts";
import { type TableTarget, targetText } from "./table-target.ts";

interface KnownDefinition {
  /** The definition as last read from the service. Updates are compared with it. */
  readonly base: TableSource;
  readonly stat: vscode.FileStat;
}

interface OpenDefinition {
  readonly uri: vscode.Uri;
  readonly path: DefinitionPath;
  readonly target: TableTarget;
}

/**
 * Definitions of table sources as files: reading one requests it from the service; saving one updates it after the user
 * has confirmed the changes.
 */
export class DefinitionStore implements vscode.Disposable {
  readonly #connections: TableConnections;
  readonly #texts: TextDocuments;
  readonly #reviews: ReviewPages;
  readonly #refreshTables: TableSourceServices["refreshTables"];
  readonly #known = new Map<string, KnownDefinition>();
  readonly #created = new Map<string, vscode.Uri>();
  readonly #subscription: vscode.Disposable;

  constructor(
    { connections, refreshTables }: Pick<TableSourceServices, "connections" | "refreshTables">,
    texts: TextDocuments,
    reviews: ReviewPages,
  ) {
    this.#reviews = reviews;
    this.#refreshTables = refreshTables;
    this.#connections = connections;
    this.#texts = texts;
    this.#subscription = vscode.workspace.onDidSaveTextDocument(async ({ uri }) => await this.#showCreated(uri));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (pathOf(uri).tableId === undefined) {
      return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: 0 };
    }
    const known = this.#known.get(uri.toString()) ?? (await this.#load(uri)).known;
    return known.stat;
  }

  /** Returns no bytes for a definition that is not created yet: its text is inserted into the editor. */
  async read(uri: vscode.Uri): Promise<Uint8Array> {
    return pathOf(uri).tableId === undefined ? new Uint8Array() : (await this.#load(uri)).bytes;
  }

  async write(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    try {
      const after = readDefinitionText(new TextDecoder().decode(content));
      const definition = await this.#open(uri);
      await (definition.path.tableId === undefined ? this.#create(definition, after) : this.#update(definition, after));
    } catch (error) {
      throw error instanceof vscode.FileSystemError ? error : refusal(errorMessage(error));
    }
  }

  /** Shows the service's definition beside the edited one. */
  async compare(uri: vscode.Uri): Promise<void> {
    const definition = await this.#open(uri);
    const { tableId = "", objectName } = definition.path;
    const current = await definition.target.session.client.getTableSource({ path: { tableId } });
    await this.#compareWith(uri, objectName, current);
  }

  async #load(uri: vscode.Uri): Promise<{ readonly bytes: Uint8Array; readonly known: KnownDefinition }> {
    const { path, target } = await this.#open(uri);
    const base = await target.session.client.getTableSource({ path: { tableId: path.tableId ?? "" } });
    return this.#remember(uri, base);
  }

  #remember(uri: vscode.Uri, base: TableSource) {
    const bytes = Buffer.from(definitionText(base));
    const stat = { type: vscode.FileType.File, ctime: 0, mtime: Date.now(), size: bytes.length };
    const known = { base, stat };
    this.#known.set(uri.toString(), known);
    return { bytes, known };
  }

  async #open(uri: vscode.Uri): Promise<OpenDefinition> {
    const path = pathOf(uri);
    const { connectionId, tenant } = path;
    const session = await this.#connections.sessionFor(connectionId, tenant);
    return { uri, path, target: { connectionId, tenant, session } };
  }

  async #create({ uri, target }: OpenDefinition, definition: TableSource): Promise<void> {
    const created = await target.session.client.createTableSource({ body: definition });
    const { uuid: tableId, objectName = "" } = created;
    if (tableId !== undefined) {
      const { connectionId, tenant } = target;
      this.#created.set(
        uri.toString(),
        uri.with({ path: definitionPath({ connectionId, tenant, tableId, objectName }) }),
      );
    }
    this.#refreshTables(target);
    const message = vscode.l10n.t("The table source {0} was created in {1}.", objectName, targetText(target));
    void showInformation(message);
  }

  async #update(definition: OpenDefinition, after: TableSource): Promise<void> {
    const { uri, path: openPath, target } = definition;
    const { client } = target.session;
    const path = { tableId: openPath.tableId ?? "" };
    const current = await client.getTableSource({ path });
    const changes = compareDefinitions(current, after);
    if (changes.changes.length > 0 && !(await this.#confirmUpdate(definition, current, changes))) {
      throw refusal(vscode.l10n.t("Nothing was sent; save again to update the table source."));
    }
    this.#remember(uri, await client.updateTableSource({ path, body: after }));
    this.#refreshTables(target);
  }

  /** Asks whether to update a definition, and whether to undo what somebody else has changed at the service. */
  async #confirmUpdate(
    { uri, path: { tableId = "", objectName }, target }: OpenDefinition,
    current: TableSource,
    changes: DefinitionChanges,
  ): Promise<boolean> {
    const isOutdated = !isSameDefinition(this.#known.get(uri.toString())?.base ?? current, current);
    const losesValues = changes.changes.some(({ kind }) => kind === "columnLost");
    const rows = losesValues
      ? (await target.session.client.getTableSourceMetadata({ path: { tableId } })).recordCount
      : undefined;
    const count = changes.changes.length;
    return await askAboutTable(this.#reviews, {
      target,
      table: { uuid: tableId, objectName },
      title: vscode.l10n.t("Update {0}", objectName),
      verdict:
        count === 1
          ? vscode.l10n.t("One change of the definition would be made. Nothing was sent yet.")
          : vscode.l10n.t("{0} changes of the definition would be made. Nothing was sent yet.", count),
      warnings: isOutdated
        ? [
            vscode.l10n.t(
              "{0} was changed at the service since it was opened here. Overwriting it undoes those changes unless your text contains them.",
              objectName,
            ),
          ]
        : [],
      notes: changeLines(changes, rows),
      question: isOutdated
        ? vscode.l10n.t("Overwrite the table source {0}?", objectName)
        : vscode.l10n.t("Update the table source {0}?", objectName),
      confirm: isOutdated ? vscode.l10n.t("Overwrite") : vscode.l10n.t("Update"),
      losesValues: losesValues || isOutdated,
      document: uri,
      compare: async () => {
        this.#remember(uri, current);
        await this.#compareWith(uri, objectName, current);
      },
    });
  }

  async #compareWith(uri: vscode.Uri, objectName: string, current: TableSource): Promise<void> {
    const service = this.#texts.put(`${objectName} at the service.json`, definitionText(current));
    const title = vscode.l10n.t("{0}: service and editor", objectName);
    await vscode.commands.executeCommand("vscode.diff", service, uri, title);
  }

  /** Opens the document of the created table source and closes the draft. */
  async #showCreated(draft: vscode.Uri): Promise<void> {
    const created = this.#created.get(draft.toString());
    if (!created) {
      return;
    }
    this.#created.delete(draft.toString());
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(created), { preview: false });
    const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) => all);
    const isDraft = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputText && input.uri.toString() === draft.toString();
    await vscode.window.tabGroups.close(tabs.filter(isDraft));
  }
}

function pathOf(uri: vscode.Uri): DefinitionPath {
  const path = readDefinitionPath(uri.path);
  if (!path) {
    throw vscode.FileSystemError.FileNotFound(uri);
  }
  return path;
}

function refusal(message: string): vscode.FileSystemError {
  return vscode.FileSystemError.Unavailable(message);
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : vscode.l10n.t("The service could not be reached; see the log.");
}

/** Describes the changes of an update, one line each. A lost column is shown with the number of affected rows. */
function changeLines({ changes, kept, likelyRenames }: DefinitionChanges, rows: string | undefined): string[] {
  return [
    ...changes.map((change) => changeLine(change, rows)),
    ...likelyRenames.map(({ from, to }) =>
      vscode.l10n.t(
        "If {0} is the new name of {1}: the service matches columns by name, so the values are not moved. Add the new column first and copy the values with SQL.",
        to,
        from,
      ),
    ),
    ...(changes.some(({ kind }) => kind.startsWith("column"))
      ? [vscode.l10n.t("Kept with their values: {0}.", formatColumns(kept.length))]
      : []),
  ];
}

function changeLine(change: DefinitionChange, rows: string | undefined): string {
  switch (change.kind) {
    case "renamed":
      return vscode.l10n.t(
        "Table {0} becomes {1}; queries of views and job files still use the old name.",
        change.from,
        change.to,
      );
    case "columnLost":
      return rows === undefined || rows === "0"
        ? vscode.l10n.t("− {0} ({1})", change.name, change.dataType)
        : vscode.l10n.t("− {0} ({1}): its values in {2} are lost", change.name, change.dataType, rowsText(rows));
    case "columnAdded":
      return vscode.l10n.t("+ {0} ({1}): empty in existing rows", change.name, change.dataType);
    case "columnRetyped":
      return vscode.l10n.t(
        "{0}: {1} becomes {2}; the service refuses this if values would be lost",
        change.name,
        change.from,
        change.to,
      );
    case "viewChanged":
      return vscode.l10n.t("The definition of the view changes; its rows stay as they are until it is regenerated.");
    case "viewEnabled":
      return vscode.l10n.t("The table becomes a materialized view; regenerate it to fill it.");
    case "viewDisabled":
      return vscode.l10n.t("The view becomes an ordinary table, which is no longer kept up to date.");
    case "field":
      return vscode.l10n.t("{0}: {1} becomes {2}", change.field, shorten(change.from), shorten(change.to));
    default:
      return assertNever(change);
  }
}

/** Shortens a value such as a description, because a line of the page has little room. */
function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
}
