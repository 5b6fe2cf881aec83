import { assertNever } from "../../base/assert-never.ts";
import { type Event, EventSource } from "../../base/event.ts";
import type { ProjectList } from "../../contract/projects.ts";
import type { Report } from "../../contract/reports.ts";
import type { TableMetadata, TableSource } from "../../contract/table-sources.ts";
import type { BranchEntry, BranchItem, TenantBranch } from "../../host/tenant-branch.ts";
import { DrawnRoots } from "./drawn-roots.ts";
import {
  type ActiveTarget,
  type ConnectionItem,
  type ExplorerItem,
  emptyReason,
  type ItemTarget,
  nameOf,
  type PagedItem,
  projectStages,
} from "./explorer-item.ts";
import { LoadedItems } from "./loaded-items.ts";
import { type ItemPage, knownChildren, type ReadNames, readModelPage, searchModel } from "./model-tree.ts";

/** Number of tree items requested per page. */
const pageSize = 100;

/** Service calls that load the items of the explorer tree. The error of a rejected call is shown as an item. */
export interface ExplorerSource {
  connections(): readonly Omit<ConnectionItem, "kind" | "key" | "isActive">[];
  active(): ActiveTarget;
  tenants(
    connectionId: string,
    signal: AbortSignal,
  ): Promise<readonly { readonly code: string; readonly displayName: string }[]>;
  tableSources(target: ItemTarget, page: Page, signal: AbortSignal): Promise<readonly TableSource[]>;
  reports(target: ItemTarget, page: Page, signal: AbortSignal): Promise<readonly Report[]>;
  projects(target: ItemTarget, signal: AbortSignal): Promise<ProjectList>;
  readonly names: ReadNames;
  metadata(target: ItemTarget, tableId: string): Promise<TableMetadata>;
  /** Groups of items that other features add below each tenant. */
  readonly branches: readonly Pick<TenantBranch, "id" | "root" | "children">[];
}

export interface Page {
  readonly start: number;
  readonly limit: number;
}

/**
 * Tree of connections, tenants and their content. Items are loaded page by page when their parent is expanded, and
 * cached until a refresh.
 */
export class ExplorerModel {
  readonly #source: ExplorerSource;
  readonly #loaded = new LoadedItems();
  readonly #drawn = new DrawnRoots();
  readonly #changed = new EventSource<{ readonly key: string } | undefined>();
  /**
   * Fires when a tree item or its children have changed. The value has the key of that item, or is undefined for the
   * whole tree.
   */
  readonly onDidChange = this.#changed.event;
  readonly #refreshed = new EventSource<void>();
  /** Numbers of the last pages that the user loaded, by the key of their parent. */
  readonly #lastPages = new Map<string, number>();
  #filter = "";

  constructor(source: ExplorerSource) {
    this.#source = source;
  }

  /** Fires after the user refreshed the explorer, so that other caches of the same data can be cleared. */
  get onDidRefresh(): Event<void> {
    return this.#refreshed.event;
  }

  get filter(): string {
    return this.#filter;
  }

  /** Limits the tree to model names, table sources, projects and reports that contain a text, ignoring case. */
  setFilter(text: string): void {
    this.#filter = text.trim().toLocaleLowerCase();
    this.#changed.fire(undefined);
  }

  /** Clears the cached children of an item, or of the whole tree, aborts their running loads and redraws them. */
  refresh(item?: ExplorerItem): void {
    const target = item?.kind === "problem" ? item.parent : item;
    this.#clear(target?.key);
    this.#changed.fire(target);
    this.#refreshed.fire();
  }

  /**
   * Reloads a group of a tenant, such as `reports` or an entry of a branch, after its content may have changed. Only items
   * whose children did change are redrawn, since VS Code loses what a user chooses from the menu of a redrawn item.
   * While a filter is set, the tenant is redrawn, since the group may be the first time, or no longer, one with matches.
   */
  async refreshGroup({ connectionId, tenant }: ItemTarget, group: string): Promise<void> {
    const tenantKey = `${connectionId}/${tenant}`;
    await this.#loaded.reload(`${tenantKey}/${group}`, (item) => this.#changed.fire(item));
    if (groups.some((filtered) => filtered === group)) {
      this.#loaded.clearMatches(tenantKey);
      if (this.#filter !== "") {
        this.#changed.fire({ key: tenantKey });
      }
    }
  }

  /**
   * Reloads the table sources of a tenant. The line of the given one is always redrawn: VS Code keeps a tooltip that it
   * has shown, which tells the table's rows and last load.
   */
  async refreshTables(target: ItemTarget, tableId?: string): Promise<void> {
    await this.refreshGroup(target, "tableSources");
    if (tableId !== undefined) {
      this.#changed.fire({ key: `${target.connectionId}/${target.tenant}/tableSources/${tableId}` });
    }
  }

  /** Clears the cached items of an edited connection and redraws them. */
  clearConnection(connectionId: string): void {
    this.#clear(connectionId);
    this.#changed.fire({ key: connectionId });
  }

  #clear(parentKey: string | undefined): void {
    this.#loaded.clear(parentKey);
    for (const key of this.#lastPages.keys()) {
      if (parentKey === undefined || key === parentKey || key.startsWith(`${parentKey}/`)) {
        this.#lastPages.delete(key);
      }
    }
  }

  /** Redraws the connections that differ from what is drawn, and what is below them. Only loads that failed are repeated. */
  redraw(): void {
    const roots = this.#listRoots();
    const active = this.#source.active();
    const changed = this.#drawn.changed(roots, active, ({ key }) => this.#loaded.hasFailed(key));
    this.#drawn.set(roots, active);
    for (const item of changed ?? [undefined]) {
      this.#changed.fire(item);
    }
  }

  /** Returns the tree items of all connections to draw them, the active one first. */
  roots(): ExplorerItem[] {
    const roots = this.#listRoots();
    this.#drawn.set(roots, this.#source.active());
    return roots;
  }

  /** Returns a connection's tree item as it is now. */
  currentRoot(item: ConnectionItem): ConnectionItem {
    return this.#listRoots().find(({ key }) => key === item.key) ?? item;
  }

  #listRoots(): ConnectionItem[] {
    const active = this.#source.active();
    return this.#source
      .connections()
      .map((connection) => ({
        kind: "connection" as const,
        key: connection.id,
        isActive: connection.id === active.connectionId,
        ...connection,
      }))
      .sort((one, other) => Number(other.isActive) - Number(one.isActive));
  }

  async children(item: ExplorerItem): Promise<readonly ExplorerItem[]> {
    const isFiltered = this.#filter !== "" && (item.kind === "tenant" || item.kind === "group");
    const key = isFiltered ? `${item.key}?${this.#filter}` : item.key;
    const read = (signal: AbortSignal) => (isFiltered ? this.#matching(item, signal) : this.#read(item, signal));
    try {
      const items = (await this.#loaded.load(key, item, read)).map((each) => this.#withActive(each));
      const reason = isFiltered ? (item.kind === "tenant" ? ("filter" as const) : undefined) : emptyReason(item);
      return items.length > 0 || reason === undefined ? items : [{ kind: "empty", key: `${item.key}/empty`, reason }];
    } catch (error) {
      const message = error instanceof Error ? error.message : "The entries could not be loaded.";
      return [{ kind: "problem", key: `${item.key}/problem`, message, parent: item }];
    }
  }

  /** Loads the metadata of a table source. Undefined for other items or if loading failed. */
  async metadata(item: ExplorerItem): Promise<TableMetadata | undefined> {
    const { uuid } = item.kind === "tableSource" ? item.table : {};
    return item.kind === "tableSource" && uuid !== undefined
      ? await this.#source.metadata(item.target, uuid).catch(() => undefined)
      : undefined;
  }

  /** Loads the next page of items, which a "more" item stands for. Rejects if that fails. */
  async loadMore({ parent, page }: Extract<ExplorerItem, { kind: "more" }>, signal: AbortSignal): Promise<void> {
    const next = withMore(await this.#entries(parent, page, signal), parent);
    this.#lastPages.set(parent.key, page);
    // They may have been read again meanwhile.
    const shown = await this.#loaded.get(parent.key);
    const keys = new Set(shown.map(({ key }) => key));
    const added = next.filter((item) => item.kind === "more" || !keys.has(item.key));
    this.#loaded.set(parent.key, [...shown.filter(({ kind }) => kind !== "more"), ...added]);
    this.#changed.fire(parent);
  }

  async #read(item: ExplorerItem, signal: AbortSignal): Promise<readonly ExplorerItem[]> {
    switch (item.kind) {
      case "connection":
        return await this.#tenants(item.id, item.key, signal);
      case "tenant":
        return [
          ...groups.map((group) => ({
            kind: "group" as const,
            key: `${item.key}/${group}`,
            target: item.target,
            group,
          })),
          ...this.#branchRoots(item.key, item.target),
        ];
      case "group":
        return item.group === "projects" ? await this.#projects(item, signal) : await this.#pages(item, signal);
      case "modelList":
      case "branch":
        return await this.#pages(item, signal);
      case "model": {
        const known = item.node.kind === "object" || item.node.kind === "dimension" ? knownChildren(item) : [];
        return item.node.kind === "dimension" ? [...known, ...(await this.#pages(item, signal))] : known;
      }
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

  async #tenants(connectionId: string, key: string, signal: AbortSignal): Promise<readonly ExplorerItem[]> {
    const tenants = await this.#source.tenants(connectionId, signal);
    return tenants.map(({ code, displayName }) => ({
      kind: "tenant",
      key: `${key}/${code}`,
      target: { connectionId, tenant: code },
      label: displayName,
      isActive: false,
    }));
  }

  #branchRoots(parentKey: string, target: ItemTarget): readonly BranchItem[] {
    return this.#source.branches.flatMap((branch) => {
      const entry = branch.root(target);
      return entry ? [branchItem(parentKey, branch.id, target, entry)] : [];
    });
  }

  async #branchPage({ key, branch, target, entry }: BranchItem, page: number, signal: AbortSignal): Promise<ItemPage> {
    const source = this.#source.branches.find(({ id }) => id === branch);
    const { entries, next } = (await source?.children(entry, target, page, signal)) ?? { entries: [] };
    return { items: entries.map((child) => branchItem(key, branch, target, child)), next };
  }

  async #projects({ target, key }: PagedItem, signal: AbortSignal): Promise<readonly StageItem[]> {
    const lists = await this.#source.projects(target, signal);
    return projectStages.map(({ stage, list }) => ({
      kind: "projectStage",
      key: `${key}/${stage}`,
      target,
      stage,
      projects: lists[list] ?? [],
    }));
  }

  /** Reads the pages of a list that are shown: the first one, and those that the user loaded after it. */
  async #pages(parent: PagedItem, signal: AbortSignal): Promise<readonly ExplorerItem[]> {
    const last = this.#lastPages.get(parent.key) ?? 0;
    const items = new Map<string, ExplorerItem>();
    let next: number | undefined = 0;
    do {
      const page: ItemPage = await this.#entries(parent, next, signal);
      for (const item of page.items) {
        items.set(item.key, item);
      }
      next = page.next;
    } while (next !== undefined && next <= last);
    return withMore({ items: [...items.values()], next }, parent);
  }

  async #entries(parent: PagedItem, page: number, signal: AbortSignal): Promise<ItemPage> {
    if (parent.kind === "branch") {
      return await this.#branchPage(parent, page, signal);
    }
    if (parent.kind !== "group" || parent.group === "model") {
      return await readModelPage(parent, page, this.#source.names, signal);
    }
    const { target, key, group } = parent;
    const range = { start: page * pageSize, limit: pageSize };
    if (group === "tableSources") {
      const tables = await this.#source.tableSources(target, range, signal);
      return pageOf(
        tables.map((table) => ({
          kind: "tableSource",
          key: `${key}/${table.uuid ?? table.objectName ?? ""}`,
          target,
          table,
        })),
        page,
      );
    }
    const reports = await this.#source.reports(target, range, signal);
    return pageOf(
      reports.map((report) => ({ kind: "report", key: `${key}/${report.id ?? ""}`, target, report })),
      page,
    );
  }

  /** Returns the children of an item that match the filter. For a tenant, these are the groups that contain matches. */
  async #matching(item: ExplorerItem, signal: AbortSignal): Promise<readonly ExplorerItem[]> {
    const filter = this.#filter;
    if (item.kind === "tenant") {
      const all = await this.#read(item, signal);
      const matches = await Promise.all(
        all.map((group) =>
          group.kind === "group"
            ? this.#loaded.load(`${group.key}?${filter}`, group, (stop) => this.#matching(group, stop))
            : Promise.resolve([]),
        ),
      );
      return all.filter((_, index) => (matches[index]?.length ?? 0) > 0);
    }
    if (item.kind !== "group") {
      return [];
    }
    if (item.group === "model") {
      return await searchModel(item.key, item.target, filter, this.#source.names, signal);
    }
    if (item.group === "projects") {
      const stages = await this.#projects(item, signal);
      return stages
        .map((stage) => ({
          ...stage,
          key: `${stage.key}?${filter}`,
          projects: stage.projects.filter(({ name = "" }) => isMatch(name, filter)),
        }))
        .filter(({ projects }) => projects.length > 0);
    }
    const found: ExplorerItem[] = [];
    for (let page: number | undefined = 0; page !== undefined; ) {
      const { items, next }: ItemPage = await this.#entries(item, page, signal);
      found.push(...items.filter((each) => isMatch(nameOf(each), filter)));
      page = next;
    }
    return found;
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

type StageItem = Extract<ExplorerItem, { kind: "projectStage" }>;

const groups = ["model", "tableSources", "projects", "reports"] as const;

function branchItem(parentKey: string, branch: string, target: ItemTarget, entry: BranchEntry): BranchItem {
  return { kind: "branch", key: `${parentKey}/${entry.name}`, branch, target, entry };
}

/** Returns the items of a page, with the item that stands for the next one. */
function withMore({ items, next }: ItemPage, parent: PagedItem): readonly ExplorerItem[] {
  return next === undefined ? items : [...items, { kind: "more", key: `${parent.key}/more`, parent, page: next }];
}

function pageOf(items: readonly ExplorerItem[], page: number): ItemPage {
  return { items, next: items.length < pageSize ? undefined : page + 1 };
}

function isMatch(name: string, filter: string): boolean {
  return name.toLocaleLowerCase().includes(filter);
}
