import type { TreeItem } from "vscode";
import type { Event } from "../../base/event.ts";
import type { Log } from "../../host/log.ts";
import type { TenantBranch } from "../../host/tenant-branch.ts";
import type { ResultSink } from "../../protocol/result-sink.ts";
import type { ExplorerConnections, ExplorerModelNames } from "./explorer-source.ts";

/** Connection and tenant on which a table query runs. */
export interface QueryTarget {
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant: string;
  readonly project: undefined;
  session(): ReturnType<ExplorerConnections["sessionFor"]>;
  loginTenant(): Promise<string>;
}

export interface EntryServices {
  readonly results: ResultSink;
  /** Runs a query in table SQL and shows its rows as a result. */
  readonly showTableQuery: (
    query: { readonly text: string; readonly title: string },
    target: QueryTarget,
  ) => Promise<void>;
}

/** Connections of which the explorer can make another one active. */
export interface TargetConnections extends ExplorerConnections {
  setTarget(target: ExplorerConnections["displayedTarget"]): Promise<void>;
}

/** Dependencies of the explorer on other features. */
export interface ExplorerServices extends EntryServices {
  readonly names: ExplorerModelNames;
  readonly log: Log;
  /** Groups of items that other features add below each tenant. */
  readonly branches: readonly TenantBranch<TreeItem>[];
  readonly connections: TargetConnections & {
    readonly onDidChange: Event<void>;
    readonly onDidEdit: Event<string>;
  };
}
