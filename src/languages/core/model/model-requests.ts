import type { DataTimeRange, Dimension, MetricParameter } from "./model-source.ts";

/**
 * LSP methods of requests for model names that the language server sends to the editor. The editor answers them from
 * its active connection.
 */
export const modelRequests = {
  /** Request that finds model names of one kind that contain a search text. */
  search: "workforce/model/search",
  /**
   * Request for the name of the time column in the deployment of the active connection. The result is null for the
   * default name.
   */
  timeColumn: "workforce/model/timeColumn",
} as const;

/**
 * LSP method of the editor's notification that the active connection, tenant or project changed, or that the model was
 * refreshed.
 */
export const modelChangedNotification = "workforce/model/changed";

export const modelEntryKinds = ["metric", "dimension", "concept", "analyticObject", "property", "member"] as const;

export type ModelEntryKind = (typeof modelEntryKinds)[number];

/** Minimum and maximum length of a search text, in characters (service-api, "ObjectSearchRequest"). */
export const searchTextLength = { min: 2, max: 200 };

export interface ModelSearch {
  readonly kind: ModelEntryKind;
  /**
   * Text to search for in names, of 2 or more characters. A shorter text returns cached entries or the first entries of
   * the model.
   */
  readonly prefix: string;
  /**
   * Names of up to 200 characters to search for instead of `prefix`. The result contains entries that match any of the
   * names, and possibly others.
   */
  readonly names?: readonly string[];
  /** Id of the analytic object to which the search is limited. */
  readonly object?: string;
  /** Id of the dimension to which a search for members is limited. */
  readonly dimension?: string;
}

/** A reference from one analytic object to another, which queries follow in paths. */
export interface ModelReference {
  readonly id: string;
  /** Id of the analytic object that the reference leads to. */
  readonly target: string;
  readonly displayName?: string;
  readonly isMultiValue?: boolean;
}

export interface ModelEntry extends DataTimeRange {
  readonly id: string;
  readonly displayName: string;
  readonly description?: string;
  /** Id of the analytic object that the entry belongs to. */
  readonly object?: string;
  /** Kind of an analytic object: `SUBJECT` or `EVENT`. Undefined for other entries. */
  readonly objectKind?: string;
  /** References of an analytic object to other objects. Undefined if they are unknown. */
  readonly references?: readonly ModelReference[];
  /** Whether the analytic object has further references that the array `references` does not contain. */
  readonly hasUnknownReferences?: boolean;
  /** Names on an analytic object that the query language does not support, mapped to the kind of each. */
  readonly unsupported?: Readonly<Record<string, string>>;
  /** Parameters of a metric. Undefined if they are unknown. */
  readonly parameters?: readonly MetricParameter[];
  /** Formula of a metric. */
  readonly formula?: string;
  /** Data type of a property, as named by the service. Undefined if it is unknown. */
  readonly dataType?: string;
  /** Ids of levels from the top down. For a dimension, all its levels; for a member, the levels on its path. */
  readonly levels?: readonly string[];
  /** Display names of the ids in `levels`, in the same order. */
  readonly levelNames?: readonly string[];
  /** Kind of a dimension. Undefined if it is unknown. */
  readonly dimensionKind?: Dimension["kind"];
  /** Id of the dimension that a member belongs to, if known. */
  readonly dimension?: string;
  /** Path of a dimension member, as names joined by dots. */
  readonly path?: string;
  /**
   * Path of a dimension member as an array of names from the top level down. Unambiguous even if a name contains a dot.
   */
  readonly names?: readonly string[];
}

export interface ModelSearchResult {
  readonly entries: readonly ModelEntry[];
  /** Whether all matching entries were returned. */
  readonly isComplete: boolean;
  /**
   * Whether the search failed. The absence of an entry is then no evidence that it does not exist, and the caller may
   * retry later.
   */
  readonly isFailed?: boolean;
}
