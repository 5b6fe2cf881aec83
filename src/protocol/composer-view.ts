import type { RequestGuards } from "./channel.ts";
import { isJsonObject, type Json } from "./operation-form.ts";

/** Path of a JSON value in a job file: field names and zero-based list indexes. */
export type JobPath = readonly (string | number)[];

/** Edit of one value of a job file. The text of all other values keeps its formatting. */
export type JobEdit =
  /** Sets the value at a JSON path. Creates the field and its missing parent objects. */
  | { readonly kind: "set"; readonly path: JobPath; readonly value: Json }
  /** Removes a field of an object or an item of a list. */
  | { readonly kind: "remove"; readonly path: JobPath }
  /** Inserts a list item at the index that ends the JSON path. If the list is shorter, appends the item. */
  | { readonly kind: "insert"; readonly path: JobPath; readonly value: Json }
  /** Moves an item of the list at the JSON path from one index to another. */
  | { readonly kind: "move"; readonly path: JobPath; readonly from: number; readonly to: number }
  /** Inserts a copy of a list item directly after the original. */
  | { readonly kind: "duplicate"; readonly path: JobPath }
  /** Renames a field of a JSON object. */
  | { readonly kind: "rename"; readonly path: JobPath; readonly name: string };

const problemSeverities = ["error", "warning", "information"] as const;
export type ProblemSeverity = (typeof problemSeverities)[number];

/** Problem that validation of a job file found, with the JSON path of the invalid value. */
export interface ShownProblem {
  readonly path: JobPath;
  readonly severity: ProblemSeverity;
  readonly code: string;
  readonly message: string;
  /** Offsets of the problem in the string value at its JSON path. Every line break counts as one character. */
  readonly span?: { readonly start: number; readonly end: number };
}

/** Current content and validation problems of a job file. */
export interface ComposerSnapshot {
  /** Version number of the job file's text. Increases with every change. */
  readonly version: number;
  /** Parsed content of the job file. Undefined if its text is not valid JSON. */
  readonly job?: Json;
  readonly problems: readonly ShownProblem[];
}

/** Kinds of values that can be suggested for a field of a job file. */
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

/** Completion item for an SQL statement in a job file. `start` and `end` are offsets in that statement. */
export interface CompletionOffer {
  readonly label: string;
  /** Name of the VS Code completion item kind, such as `Function` or `Field`. */
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

/** Requests from the page that edits a job file to the extension. */
export type RequestsFromComposer = {
  /** First request of the page that edits a job file. Returns the file's current content. */
  ready: { params: unknown; result: { readonly snapshot: ComposerSnapshot } };
  /**
   * Applies an edit to the job file. If `version` is given and outdated, the edit is not applied. The changed content
   * is sent as an event before the response.
   */
  edit: {
    params: { readonly edit: JobEdit; readonly version?: number };
    result: { readonly isApplied: boolean };
  };
  /** Returns suggested values for the field at a JSON path. The list is empty if no source is available. */
  offers: {
    params: { readonly of: OfferKind; readonly path: JobPath };
    result: { readonly offers: readonly Offer[] };
  };
  /** Returns completion items for the SQL statement at a JSON path, at an offset in that statement. */
  complete: {
    params: { readonly path: JobPath; readonly offset: number };
    result: { readonly offers: readonly CompletionOffer[]; readonly isIncomplete: boolean };
  };
  /** Asks the user for a file in a dialog. The returned path is relative to the folder of the job file. */
  chooseFile: { params: { readonly purpose: FilePurpose }; result: { readonly file?: string } };
  openAsJson: { params: { readonly path: JobPath }; result: undefined };
};

/** Requests from the extension to the page that edits a job file. */
export type RequestsToComposer = {
  /** Asks the page to send user input that is not in the job file yet. */
  flush: { params: unknown; result: undefined };
};

/** Events from the extension to the page that edits a job file. */
export type EventsToComposer = {
  snapshot: ComposerSnapshot;
};

/** Guards for the parameters of requests that the job file page sends. */
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

/** Guards for events from the extension to the job file page. */
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
