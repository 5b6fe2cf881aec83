import { assertNever } from "../../base/assert-never.ts";
import { type Event, EventSource } from "../../base/event.ts";
import type { ProjectList } from "../../contract/projects.ts";
import type { Report } from "../../contract/reports.ts";
import type { TableMetadata, TableSource } from "../../contract/table-sources.ts";
import { type ExplorerItem, type GroupItem, type ItemTarget, type PagedKind, projectStages } from "./explorer-item.ts";

/** Number of entries requested at a time. */
const pageSize = 100;

/** Calls that load the tree's entries; a rejected call becomes a problem item. */
export interface ExplorerSource {
  connections(): readonly {
    readonly id: string;
    readonly label: string;
    readonly role: string;
    readonly isLocal: boolean;
  }[];
  /** The active target, which the tree marks. */
  active(): { readonly connectionId: string; readonly tenant?: string; readonly projectId?: string };
  tenants(connectionId: string): Promise<readonly { readonly code: string; readonly displayName: string }[]>;
  tableSources(target: ItemTarget, page: Page): Promise<readonly TableSource[]>;
  reports(target: ItemTarget, page: Page): Promise<readonly Report[]>;
  projects(target: ItemTarget): Promise<ProjectList>;
  metadata(target: ItemTarget, tableId: string): Promise<TableMetadata>;
}

export interface Page {
  readonly start: number;
  readonly limit: number;
}

/**
 * The tree of connections, tenants and their entries, loaded when expanded, page by page, and cached until refreshed.
 */
export class ExplorerModel {
  readonly #source: ExplorerSource;
  readonly #loaded = new Map<string, Promise<readonly ExplorerItem[]>>();
  readonly #changed = new EventSource<ExplorerItem | undefined>();
  /** Fires with the item whose children changed, or with undefined when all may have changed. */
  readonly onDidChange = this.#changed.event;
  readonly #refreshed = new EventSource<void>();
  #filter = "";

  constructor(source: ExplorerSource) {
    this.#source = source;
  }

  /** Fires after a refresh by the user, so that other caches of the connection's data are cleared too. */
  get onDidRefresh(): Event<void> {
    return this.#refreshed.event;
  }

  get filter(): string {
    return this.#filter;
  }

  /** Shows only table sources, projects and reports whose name contains the text, ignoring letter case. */
  setFilter(text: string): void {
    this.#filter = text.trim().toLocaleLowerCase();
    this.#changed.fire(undefined);
  }

  /** Clears the cache below an item, or all of it, and redraws. */
  refresh(item?: ExplorerItem): void {
    const target = item?.kind === "problem" ? item.parent : item;
    for (const key of [...this.#loaded.keys()]) {
      if (!target || key === target.key || key.startsWith(`${target.key}/`)) {
        this.#loaded.delete(key);
      }
    }
    this.#changed.fire(target);
    this.#refreshed.fire();
  }

  /** Clears the cache of an edited connection; the change event that follows redraws the tree. */
  clearConnection(connectionId: string): void {
    for (const key of [...this.#loaded.keys()]) {
      if (key === connectionId || key.startsWith(`${connectionId}/`)) {
        this.#loaded.delete(key);
      }
    }
  }

  /** Redraws without reloading, after another target was selected. */
  redraw(): void {
    this.#changed.fire(undefined);
  }

  roots(): ExplorerItem[] {
    const active = this.#source.active();
    return this.#source.connections().map((connection) => ({
      kind: "connection",
      key: connection.id,
      isActive: connection.id === active.connectionId,
      ...connection,
    }));
  }

  async children(item: ExplorerItem): Promise<readonly ExplorerItem[]> {
    try {
      return this.#visible(item, await this.#load(item));
    } catch (error) {
      this.#loaded.delete(item.key);
      const message = error instanceof Error ? error.message : "The entries could not be loaded.";
      return [{ kind: "problem", key: `${item.key}/problem`, message, parent: item }];
    }
  }

  /** Reads the metadata of a table source; undefined for other items and after a failure. */
  async metadata(item: ExplorerItem): Promise<TableMetadata | undefined> {
    const { uuid } = item.kind === "tableSource" ? item.table : {};
    return item.kind === "tableSource" && uuid !== undefined
      ? await this.#source.metadata(item.target, uuid).catch(() => undefined)
      : undefined;
  }

  /** Loads the page that a "more" item stands for. Rejects when that fails. */
  async loadMore(group: GroupItem): Promise<void> {
    const shown = await this.#load(group);
    const loaded = shown.filter(({ kind }) => kind !== "more");
    const next = this.#page(group, loaded);
    this.#loaded.set(group.key, next);
    await next.catch(() => {
      // The loaded entries stay, and the "more" item remains to try again.
      this.#loaded.set(group.key, Promise.resolve(shown));
    });
    this.#changed.fire(group);
    await next;
  }

  #load(item: ExplorerItem): Promise<readonly ExplorerItem[]> {
    const known = this.#loaded.get(item.key);
    if (known) {
      return known;
    }
    const loading = this.#read(item);
    this.#loaded.set(item.key, loading);
    return loading;
  }

  async #read(item: ExplorerItem): Promise<readonly ExplorerItem[]> {
    switch (item.kind) {
      case "connection":
        return await this.#tenants(item.id, item.key);
      case "tenant":
        return (["tableSources", "projects", "reports"] as const).map((group) => ({
          kind: "group",
          key: `${item.key}/${group}`,
          target: item.target,
          group,
        }));
      case "group":
        return item.group === "projects" ? await this.#projects(item) : await this.#page(item, []);
      case "tableSource":
        return (item.table.columns ?? []).map((column) => ({
          kind: "column",
          key: `${item.key}/${column.name ?? ""}`,
          column,
        }));
      case "projectStage":
        return item.projects.map((project) => ({
          kind: "project",
          key: `${item.key}/${project.id ?? ""}`,
          target: item.target,
          project,
          isActive: false,
        }));
      case "column":
      case "project":
      case "report":
      case "more":
      case "problem":
      case "empty":
        return [];
      default:
        return assertNever(item);
    }
  }

  async #tenants(connectionId: string, key: string): Promise<readonly ExplorerItem[]> {
    const tenants = await this.#source.tenants(connectionId);
    return tenants.map(({ code, displayName }) => ({
      kind: "tenant",
      key: `${key}/${code}`,
      target: { connectionId, tenant: code },
      label: displayName,
      isActive: false,
    }));
  }

  async #projects(group: GroupItem): Promise<readonly ExplorerItem[]> {
    const lists = await this.#source.projects(group.target);
    return projectStages.map(({ stage, list }) => ({
      kind: "projectStage",
      key: `${group.key}/${stage}`,
      target: group.target,
      stage,
      projects: lists[list] ?? [],
    }));
  }

  async #page(group: GroupItem, loaded: readonly ExplorerItem[]): Promise<readonly ExplorerItem[]> {
    const entries = await this.#entries(group, { start: loaded.length, limit: pageSize });
    const items = [...loaded, ...entries];
    return entries.length < pageSize ? items : [...items, { kind: "more", key: `${group.key}/more`, parent: group }];
  }

  async #entries({ target, key, group }: GroupItem, page: Page): Promise<readonly ExplorerItem[]> {
    if (group === "tableSources") {
      const tables = await this.#source.tableSources(target, page);
      return tables.map((table) => ({
        kind: "tableSource",
        key: `${key}/${table.uuid ?? table.objectName ?? ""}`,
        target,
        table,
      }));
    }
    const reports = await this.#source.reports(target, page);
    return reports.map((report) => ({ kind: "report", key: `${key}/${report.id ?? ""}`, target, report }));
  }

  #visible(parent: ExplorerItem, items: readonly ExplorerItem[]): readonly ExplorerItem[] {
    const shown = items.filter((item) => this.#matches(item)).map((item) => this.#withActive(item));
    if (shown.length > 0 || parent.kind === "tableSource") {
      return shown;
    }
    const reason = items.length > 0 ? "filter" : emptyKind(parent);
    return reason === undefined ? [] : [{ kind: "empty", key: `${parent.key}/empty`, reason }];
  }

  #matches(item: ExplorerItem): boolean {
    const name = nameOf(item);
    return this.#filter === "" || name === undefined || name.toLocaleLowerCase().includes(this.#filter);
  }

  #withActive(item: ExplorerItem): ExplorerItem {
    const active = this.#source.active();
    if (item.kind === "tenant") {
      const { connectionId, tenant } = item.target;
      return { ...item, isActive: connectionId === active.connectionId && tenant === active.tenant };
    }
    return item.kind === "project" ? { ...item, isActive: item.project.id === active.projectId } : item;
  }
}

/** Name that the filter compares; items without one are always shown. */
function nameOf(item: ExplorerItem): string | undefined {
  switch (item.kind) {
    case "tableSource":
      return `${item.table.objectName ?? ""} ${item.table.basicInformation?.displayName ?? ""}`;
    case "report":
      return item.report.title ?? "";
    case "project":
      return item.project.name ?? "";
    default:
      return undefined;
  }
}

function emptyKind(parent: ExplorerItem): PagedKind | "projects" | "tenants" | undefined {
  switch (parent.kind) {
    case "connection":
      return "tenants";
    case "group":
      return parent.group;
    case "projectStage":
      return "projects";
    default:
      return undefined;
  }
}
