import type { RequestGuards } from "./channel.ts";
import { isJsonObject, type Json } from "./operation-form.ts";

/** Path of a value in a job file: field names and zero-based indexes. */
export type JobPath = readonly (string | number)[];

/** One edit of a job file. Text outside the edit keeps its formatting. */
export type JobEdit =
  /** Sets a value; creates the field and the missing levels around it. */
  | { readonly kind: "set"; readonly path: JobPath; readonly value: Json }
  /** Removes a field or an item. */
  | { readonly kind: "remove"; readonly path: JobPath }
  /**
   * Inserts an item before the one at the path, or at the end if there is none. The last step of the path is an index.
   */
  | { readonly kind: "insert"; readonly path: JobPath; readonly value: Json }
  /** Moves an item of the list at the path from one index to another. */
  | { readonly kind: "move"; readonly path: JobPath; readonly from: number; readonly to: number }
  /** Inserts a copy of an item after it. */
  | { readonly kind: "duplicate"; readonly path: JobPath }
  /** Renames a field. */
  | { readonly kind: "rename"; readonly path: JobPath; readonly name: string };

const problemSeverities = ["error", "warning", "information"] as const;
export type ProblemSeverity = (typeof problemSeverities)[number];

/** A problem that the checks of a job file found, with the path of the value. */
export interface ShownProblem {
  readonly path: JobPath;
  readonly severity: ProblemSeverity;
  readonly code: string;
  readonly message: string;
  /** Offsets in the string value at the path, with every line end counted as one character. */
  readonly span?: { readonly start: number; readonly end: number };
}

/** Current content and problems of a job file. */
export interface ComposerSnapshot {
  /** Increases with every change of the text. */
  readonly version: number;
  /** Parsed content; undefined if the text is not JSON. */
  readonly job?: Json;
  readonly problems: readonly ShownProblem[];
}

/** Sources of suggested values for a field. */
const offerKinds = [
  "tables",
  "tableIds",
  "sources",
  "keys",
  "tenants",
  "inputFiles",
  "inputColumns",
  "outputs",
] as const;
export type OfferKind = (typeof offerKinds)[number];

export interface Offer {
  readonly value: string;
  readonly detail: string;
}

/** A completion item for the SQL of an action; `start` and `end` are offsets in that SQL. */
export interface CompletionOffer {
  readonly label: string;
  /** Kind of completion item, such as `Function` or `Field`. */
  readonly kind: string;
  readonly insert: string;
  readonly isSnippet: boolean;
  readonly start: number;
  readonly end: number;
  readonly detail?: string;
  readonly documentation?: string;
  readonly filterText?: string;
  readonly sortText?: string;
}

const filePurposes = ["upload", "sql", "download"] as const;
export type FilePurpose = (typeof filePurposes)[number];

/** Requests from the composer to the extension. */
export type RequestsFromComposer = {
  /** First request of the page. */
  ready: { params: unknown; result: { readonly snapshot: ComposerSnapshot } };
  /**
   * Applies an edit. With `version`, only if the text has not changed since. The new snapshot is sent before the
   * response.
   */
  edit: {
    params: { readonly edit: JobEdit; readonly version?: number };
    result: { readonly isApplied: boolean };
  };
  /** Suggests values for a path; returns an empty list if no source is available. */
  offers: {
    params: { readonly of: OfferKind; readonly path: JobPath };
    result: { readonly offers: readonly Offer[] };
  };
  /** Completes the SQL at a path, at an offset in that SQL. */
  complete: {
    params: { readonly path: JobPath; readonly offset: number };
    result: { readonly offers: readonly CompletionOffer[]; readonly isIncomplete: boolean };
  };
  /** Lets the user choose a file; the path is relative to the folder of the job file. */
  chooseFile: { params: { readonly purpose: FilePurpose }; result: { readonly file?: string } };
  openAsJson: { params: { readonly path: JobPath }; result: undefined };
};

/** Requests from the extension to the composer. */
export type RequestsToComposer = {
  /** Makes the page send pending input that is not in the file yet. */
  flush: { params: unknown; result: undefined };
};

/** Events from the extension to the composer. */
export type EventsToComposer = {
  snapshot: ComposerSnapshot;
};

/** Guards for requests from the page. */
export const composerGuards: RequestGuards<RequestsFromComposer> = {
  ready: (params): params is unknown => true,
  edit: (params): params is RequestsFromComposer["edit"]["params"] =>
    isJsonObject(params) &&
    isJobEdit(params["edit"]) &&
    (params["version"] === undefined || isIndex(params["version"])),
  offers: (params): params is RequestsFromComposer["offers"]["params"] =>
    isJsonObject(params) && isJobPath(params["path"]) && offerKinds.some((kind) => kind === params["of"]),
  complete: (params): params is RequestsFromComposer["complete"]["params"] =>
    isJsonObject(params) && isJobPath(params["path"]) && isIndex(params["offset"]),
  chooseFile: (params): params is RequestsFromComposer["chooseFile"]["params"] =>
    isJsonObject(params) && filePurposes.some((purpose) => purpose === params["purpose"]),
  openAsJson: (params): params is RequestsFromComposer["openAsJson"]["params"] =>
    isJsonObject(params) && isJobPath(params["path"]),
};

/** Guards for events from the extension. */
export const isComposerEvent: {
  readonly [Name in keyof EventsToComposer]: (value: unknown) => value is EventsToComposer[Name];
} = {
  snapshot: isComposerSnapshot,
};

export function isComposerSnapshot(value: unknown): value is ComposerSnapshot {
  return (
    isJsonObject(value) &&
    isIndex(value["version"]) &&
    Array.isArray(value["problems"]) &&
    value["problems"].every(isShownProblem)
  );
}

function isShownProblem(value: unknown): value is ShownProblem {
  return (
    isJsonObject(value) &&
    isJobPath(value["path"]) &&
    problemSeverities.some((severity) => severity === value["severity"]) &&
    typeof value["code"] === "string" &&
    typeof value["message"] === "string"
  );
}

function isJobEdit(value: unknown): value is JobEdit {
  if (!isJsonObject(value) || !isJobPath(value["path"])) {
    return false;
  }
  switch (value["kind"]) {
    case "set":
    case "insert":
      return value["value"] !== undefined;
    case "move":
      return isIndex(value["from"]) && isIndex(value["to"]);
    case "rename":
      return typeof value["name"] === "string";
    default:
      return value["kind"] === "remove" || value["kind"] === "duplicate";
  }
}

function isJobPath(value: unknown): value is JobPath {
  return Array.isArray(value) && value.every((step) => typeof step === "string" || isIndex(step));
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
