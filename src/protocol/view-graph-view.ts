import { isRecord, isStringArray } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";

/** A table or view in the graph of materialized views. */
export interface GraphNode {
  readonly id: string;
  readonly name: string;
  /** `disabledView` is not enabled; `missing` is named by a view, but does not exist. */
  readonly kind: "table" | "view" | "disabledView" | "missing";
  readonly upstream: readonly { readonly id: string; readonly joinFilter: string }[];
  readonly warnings: readonly string[];
}

/** The graph of the views of a tenant. */
export interface ViewGraphSnapshot {
  /** Connection and tenant. */
  readonly place: string;
  /** Number of views and warnings. */
  readonly summary: string;
  readonly nodes: readonly GraphNode[];
}

/** Requests from the page to the extension. */
export type RequestsFromViewGraph = {
  /** First request of the page. */
  ready: { params: unknown; result: ViewGraphSnapshot };
  /** Opens the definition of a table or view. */
  open: { params: { readonly id: string }; result: undefined };
};

/** Events from the extension to the page. */
export type EventsToViewGraph = { snapshot: ViewGraphSnapshot };

/** Guards for requests from the page. */
export const viewGraphGuards: RequestGuards<RequestsFromViewGraph> = {
  ready: (params): params is unknown => true,
  open: (params): params is RequestsFromViewGraph["open"]["params"] =>
    isRecord(params) && typeof params["id"] === "string",
};

const kinds: readonly unknown[] = ["table", "view", "disabledView", "missing"];

/** Guards the snapshot, for the page. */
export function isViewGraphSnapshot(value: unknown): value is ViewGraphSnapshot {
  return (
    isRecord(value) &&
    ["place", "summary"].every((name) => typeof value[name] === "string") &&
    Array.isArray(value["nodes"]) &&
    value["nodes"].every(
      (node) =>
        isRecord(node) &&
        ["id", "name"].every((name) => typeof node[name] === "string") &&
        kinds.includes(node["kind"]) &&
        isStringArray(node["warnings"]) &&
        Array.isArray(node["upstream"]) &&
        node["upstream"].every(
          (edge) => isRecord(edge) && typeof edge["id"] === "string" && typeof edge["joinFilter"] === "string",
        ),
    )
  );
}
