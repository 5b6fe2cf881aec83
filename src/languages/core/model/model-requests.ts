import type { DataRange, Dimension, MetricParameter } from "./model-source.ts";

/** Requests that the language server sends to its editor, which answers from the active connection. */
export const modelRequests = {
  /** Finds names of one kind that begin with or contain the prefix. */
  search: "workforce/model/search",
  /** Name of the time column in the connection's deployment; null for the default name. */
  timeColumn: "workforce/model/timeColumn",
} as const;

/**
 * Notification to the server that the active connection, tenant or project changed, or that the model was refreshed.
 */
export const modelChangedNotification = "workforce/model/changed";

export type ModelEntryKind = "metric" | "dimension" | "concept" | "analyticObject" | "property" | "member";

export interface ModelSearch {
  readonly kind: ModelEntryKind;
  /** A text of 2 or more characters is searched for; a shorter one lists cached or first entries. */
  readonly prefix: string;
  /**
   * Replaces the prefix: searches for entries with any of these names, 2 to 200 characters each. Other entries may come
   * with them.
   */
  readonly names?: readonly string[];
  /** Limits the search to entries of this analytic object. */
  readonly object?: string;
  /** Limits the search to members of this dimension. */
  readonly dimension?: string;
}

/** A step of a path from one analytic object to another. */
export interface ModelReference {
  readonly id: string;
  /** Id of the analytic object that it leads to. */
  readonly target: string;
  readonly displayName?: string;
  readonly isMultiValue?: boolean;
}

export interface ModelEntry extends DataRange {
  readonly id: string;
  readonly displayName: string;
  readonly description?: string;
  /** Analytic object the entry belongs to. */
  readonly object?: string;
  /** `SUBJECT` or `EVENT`; of analytic objects only. */
  readonly objectKind?: string;
  /** Of analytic objects, when known. */
  readonly references?: readonly ModelReference[];
  /** Whether the analytic object has references that `references` lacks. */
  readonly hasUnknownReferences?: boolean;
  /** Of analytic objects: names that the language cannot query, each with its kind. */
  readonly unsupported?: Readonly<Record<string, string>>;
  /** Of metrics, when known. */
  readonly parameters?: readonly MetricParameter[];
  /** Formula of a metric. */
  readonly formula?: string;
  /** Data type of a property. */
  readonly dataType?: string;
  /** Level ids of a dimension from the top down; of a member, its own levels. */
  readonly levels?: readonly string[];
  /** Display names of `levels`, in the same order. */
  readonly levelNames?: readonly string[];
  /** Of dimensions, when known. */
  readonly dimensionKind?: Dimension["kind"];
  /** Id of the dimension of a member, when known. */
  readonly dimension?: string;
  /** Dotted name path of a member. */
  readonly path?: string;
  /** Path of a member as single names from the top, since a name may contain a dot. */
  readonly names?: readonly string[];
}

export interface ModelSearchResult {
  readonly entries: readonly ModelEntry[];
  /** False when more entries exist than were returned. */
  readonly isComplete: boolean;
  /** The search could not be carried out, so a missing entry means nothing; the caller may ask again later. */
  readonly isFailed?: boolean;
}
