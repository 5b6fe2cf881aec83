import type { DataRange, Dimension, MetricParameter } from "./model-source.ts";

/** Requests that the language server sends to its editor, which answers from the active connection. */
export const modelRequests = {
  /** Names of one kind that begin with or hold the prefix. */
  search: "workforce/model/search",
  /** Name of the time column in the connection's deployment; null where it is the usual one. */
  timeColumn: "workforce/model/timeColumn",
} as const;

/** Notification to the server: another connection, tenant or project is active, or its model was refreshed. */
export const modelChangedNotification = "workforce/model/changed";

export type ModelEntryKind = "metric" | "dimension" | "concept" | "analyticObject" | "property" | "member";

export interface ModelSearch {
  readonly kind: ModelEntryKind;
  /** Text of 2 characters or more is searched for; a shorter one lists what is cached or comes first. */
  readonly prefix: string;
  /** In place of the prefix: all that is called one of these, whatever else comes with it; 2 to 200 characters each. */
  readonly names?: readonly string[];
  /** Only entries of this analytic object. */
  readonly object?: string;
  /** Only members of this dimension. */
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
  /** `SUBJECT` or `EVENT`, of an analytic object. */
  readonly objectKind?: string;
  /** Of an analytic object, when they are known. */
  readonly references?: readonly ModelReference[];
  /** The analytic object has references that are not among `references`. */
  readonly hasUnknownReferences?: boolean;
  /** Of an analytic object: names on it that the language cannot query, by what they are. */
  readonly unsupported?: Readonly<Record<string, string>>;
  /** Of a metric, when they are known. */
  readonly parameters?: readonly MetricParameter[];
  /** How a metric is computed. */
  readonly formula?: string;
  /** Data type, of a property. */
  readonly dataType?: string;
  /** Levels from the top, of a dimension; members name their own. */
  readonly levels?: readonly string[];
  /** Display names of `levels`, in their order. */
  readonly levelNames?: readonly string[];
  /** Of a dimension, when it is known. */
  readonly dimensionKind?: Dimension["kind"];
  /** Dotted name path, of a member. */
  readonly path?: string;
  /** The names of that path from the top, each of which may hold a dot itself. */
  readonly names?: readonly string[];
}

export interface ModelSearchResult {
  readonly entries: readonly ModelEntry[];
  /** False when there are more than were given. */
  readonly isComplete: boolean;
  /** Nobody could be asked, so that nothing is said about the model: it may be asked for again later. */
  readonly isFailed?: boolean;
}
