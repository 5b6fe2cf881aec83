import { isRecord } from "../base/guards.ts";

/** Connection and tenant to which a tree item belongs. */
export interface TenantTarget {
  readonly connectionId: string;
  readonly tenant: string;
}

/** Entry of a branch. `name` is unique among the children of one parent and stays the same after a refresh. */
export interface BranchEntry {
  readonly name: string;
}

/** Tree item of the explorer that shows an entry of a branch. */
export interface BranchItem {
  readonly kind: "branch";
  readonly key: string;
  /** Id of the branch. */
  readonly branch: string;
  readonly target: TenantTarget;
  readonly entry: BranchEntry;
}

/** Whether a command's argument is an item of a branch. */
export function isBranchItem(value: unknown): value is BranchItem {
  return isRecord(value) && value["kind"] === "branch" && isRecord(value["target"]);
}

/** One page of children, with the number of the next page if there is one. Pages are numbered from 0. */
export interface BranchPage<Entry extends BranchEntry = BranchEntry> {
  readonly entries: readonly Entry[];
  readonly next?: number | undefined;
}

/** Number of entries of one page. */
const pageSize = 100;

/** Returns one page of children that were all loaded at once. */
export function pageOf<Entry extends BranchEntry>(entries: readonly Entry[], page: number): BranchPage<Entry> {
  const end = (page + 1) * pageSize;
  return { entries: entries.slice(page * pageSize, end), next: entries.length > end ? page + 1 : undefined };
}

/** Group of items that a feature adds below each tenant of the explorer tree. `TreeItem` is that of VS Code. */
export interface TenantBranch<TreeItem = unknown> {
  /** Id of the branch, which is the first step of its keys below the tenant. */
  readonly id: string;
  /** Returns the entry at the top of the branch, or undefined if the service of the connection supports none of it. */
  root(target: TenantTarget): BranchEntry | undefined;
  /** Loads one page of the children of an entry. Rejects if the service cannot be asked. */
  children(entry: BranchEntry, target: TenantTarget, page: number, signal: AbortSignal): Promise<BranchPage>;
  treeItem(item: BranchItem): Promise<TreeItem>;
}
