import type { RequestGuards } from "./channel.ts";
import { isJsonObject, type Json } from "./operation-form.ts";

/** Where something stands in a job file: names of fields and indexes from 0. */
export type JobPath = readonly (string | number)[];

/** One change of a job file. The text around it stays as the person wrote it. */
export type JobEdit =
  /** Gives a value, whether or not one stands there; what is missing around it is made. */
  | { readonly kind: "set"; readonly path: JobPath; readonly value: Json }
  /** Takes away a field or an item. */
  | { readonly kind: "remove"; readonly path: JobPath }
  /** Puts an item before the one at the path, whose last step is an index; behind the last one where there is none. */
  | { readonly kind: "insert"; readonly path: JobPath; readonly value: Json }
  /** Puts the item of a list at another index. */
  | { readonly kind: "move"; readonly path: JobPath; readonly from: number; readonly to: number }
  /** Puts a copy of an item behind it. */
  | { readonly kind: "duplicate"; readonly path: JobPath }
  /** Gives a field another name. */
  | { readonly kind: "rename"; readonly path: JobPath; readonly name: string };

const problemSeverities = ["error", "warning", "information"] as const;
export type ProblemSeverity = (typeof problemSeverities)[number];

/** What the checks of the file say of one place. */
export interface ShownProblem {
  readonly path: JobPath;
  readonly severity: ProblemSeverity;
  readonly code: string;
  readonly message: string;
  /** Within the text that the string at the path stands for, line ends counted as one. */
  readonly span?: { readonly start: number; readonly end: number };
}

/** A job file as it is now. */
export interface ComposerSnapshot {
  /** Grows with every change of the text. */
  readonly version: number;
  /** What the file holds; left out when its text is not JSON. */
  readonly job?: Json;
  readonly problems: readonly ShownProblem[];
}

/** What a field's value may be chosen from. */
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

/** What completion may insert into the SQL of an action; offsets are of that text. */
export interface CompletionOffer {
  readonly label: string;
  /** A word such as `Function` or `Field`. */
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

/** What the composer may ask of the extension. */
export type ComposerRequests = {
  /** The page's first question. */
  ready: { params: unknown; result: { readonly snapshot: ComposerSnapshot } };
  /** With a version the edit is made only if the text has not changed since. The new snapshot is told before the answer. */
  edit: {
    params: { readonly edit: JobEdit; readonly version?: number };
    result: { readonly isApplied: boolean };
  };
  /** What may stand at a path. Gives none when nothing could be asked. */
  offers: {
    params: { readonly of: OfferKind; readonly path: JobPath };
    result: { readonly offers: readonly Offer[] };
  };
  /** What may stand at an offset of the SQL at a path. */
  complete: {
    params: { readonly path: JobPath; readonly offset: number };
    result: { readonly offers: readonly CompletionOffer[]; readonly isIncomplete: boolean };
  };
  /** Lets the person choose a file; its path is relative to the folder of the job file. */
  chooseFile: { params: { readonly purpose: FilePurpose }; result: { readonly file?: string } };
  openAsJson: { params: { readonly path: JobPath }; result: undefined };
};

/** What the extension may ask of the composer. */
export type ComposerAnswers = {
  /** Sends what was typed and is not in the file yet. */
  flush: { params: unknown; result: undefined };
};

/** What the extension tells the composer. */
export type ComposerEvents = {
  snapshot: ComposerSnapshot;
};

/** Guards for what the extension hears from the page. */
export const composerGuards: RequestGuards<ComposerRequests> = {
  ready: (params): params is unknown => true,
  edit: (params): params is ComposerRequests["edit"]["params"] =>
    isJsonObject(params) &&
    isJobEdit(params["edit"]) &&
    (params["version"] === undefined || isIndex(params["version"])),
  offers: (params): params is ComposerRequests["offers"]["params"] =>
    isJsonObject(params) && isJobPath(params["path"]) && offerKinds.some((kind) => kind === params["of"]),
  complete: (params): params is ComposerRequests["complete"]["params"] =>
    isJsonObject(params) && isJobPath(params["path"]) && isIndex(params["offset"]),
  chooseFile: (params): params is ComposerRequests["chooseFile"]["params"] =>
    isJsonObject(params) && filePurposes.some((purpose) => purpose === params["purpose"]),
  openAsJson: (params): params is ComposerRequests["openAsJson"]["params"] =>
    isJsonObject(params) && isJobPath(params["path"]),
};

/** Guards for what the page hears from the extension. */
export const isComposerEvent: {
  readonly [Name in keyof ComposerEvents]: (value: unknown) => value is ComposerEvents[Name];
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
