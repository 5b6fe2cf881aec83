import { isRecord, isStringArray } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";

/** Phase of a transaction or job, which determines its colour and is used by the filter of the page. */
export type CellPhase = "waiting" | "running" | "succeeded" | "failed" | "cancelled" | "open" | "resolving" | "ended";

export const cellPhases: readonly CellPhase[] = [
  "failed",
  "running",
  "waiting",
  "succeeded",
  "cancelled",
  "open",
  "resolving",
  "ended",
];

/** Details of a transaction, as shown on its page. Times are epoch milliseconds. */
export interface TransactionDetails {
  readonly name: string;
  readonly transactionId: string;
  readonly connection: string;
  readonly tenant?: string;
  readonly state: string;
  readonly isOpen: boolean;
  readonly isWriting: boolean;
  readonly isExtended: boolean;
  readonly tables: readonly string[];
  /** Whether the transaction locks its tables in every tenant where one of its jobs has started. */
  readonly isLocked: boolean;
  readonly inputs: readonly string[];
  readonly createdBy?: string;
  readonly createdAt?: number;
  readonly startedAt?: number;
  readonly expiresAt?: number;
  readonly closedAt?: number;
  /** Message that explains why the details may be outdated, or why the transaction could not be extended. */
  readonly problem?: string;
}

export interface TransactionJob {
  readonly jobId: string;
  readonly name: string;
  readonly phase: CellPhase;
  readonly state: string;
  readonly counts: {
    readonly pending: number;
    readonly running: number;
    readonly succeeded: number;
    readonly failed: number;
  };
  readonly canRunAgain: boolean;
}

export interface MatrixCell {
  readonly phase: CellPhase;
  readonly state: string;
  readonly message?: string;
}

export interface MatrixRow {
  readonly tenant: string;
  /**
   * State of the transaction in this tenant, followed by the states of its jobs in order. Null for a job that does not
   * run in this tenant.
   */
  readonly cells: readonly (MatrixCell | null)[];
}

/** All data that the page of a transaction shows. */
export interface TransactionSnapshot {
  readonly details: TransactionDetails;
  readonly jobs: readonly TransactionJob[];
  readonly rows: readonly MatrixRow[];
}

const transactionActions = ["commit", "rollBack", "close", "extend", "lookInside", "refresh", "copyId"] as const;
export type TransactionAction = (typeof transactionActions)[number];

/** Requests to the extension from the page that shows a transaction. */
export type RequestsFromTransactionView = {
  /** First request of the transaction page. Returns the data to show. */
  ready: { params: unknown; result: { readonly snapshot: TransactionSnapshot; readonly state: TransactionViewState } };
  /**
   * Performs an action on the transaction. Asks the user for confirmation where required, and resolves even if the user
   * declines.
   */
  act: { params: { readonly action: TransactionAction }; result: undefined };
  runAgain: { params: { readonly jobId: string }; result: undefined };
  setExtended: { params: { readonly isExtended: boolean }; result: undefined };
};

/** Events from the extension to the page that shows a transaction. */
export type EventsToTransactionView = { snapshot: TransactionSnapshot };

/** State of the transaction page that survives a reload of the VS Code window. Contains only ids. */
export interface TransactionViewState {
  readonly connectionId: string;
  readonly tenant?: string;
  readonly transactionId: string;
}

/** Guards for the parameters of requests that the transaction page sends. */
export const transactionGuards: RequestGuards<RequestsFromTransactionView> = {
  ready: (params): params is unknown => true,
  act: (params): params is RequestsFromTransactionView["act"]["params"] =>
    isRecord(params) && transactionActions.some((action) => action === params["action"]),
  runAgain: (params): params is RequestsFromTransactionView["runAgain"]["params"] =>
    isRecord(params) && typeof params["jobId"] === "string",
  setExtended: (params): params is RequestsFromTransactionView["setExtended"]["params"] =>
    isRecord(params) && typeof params["isExtended"] === "boolean",
};

/** Whether a value is the data of a transaction page, received as an event. */
export function isTransactionSnapshot(value: unknown): value is TransactionSnapshot {
  return (
    isRecord(value) &&
    isTransactionDetails(value["details"]) &&
    Array.isArray(value["jobs"]) &&
    value["jobs"].every(isJob) &&
    Array.isArray(value["rows"]) &&
    value["rows"].every(isRow)
  );
}

export function isTransactionViewState(value: unknown): value is TransactionViewState {
  return (
    isRecord(value) &&
    typeof value["connectionId"] === "string" &&
    typeof value["transactionId"] === "string" &&
    (value["tenant"] === undefined || typeof value["tenant"] === "string")
  );
}

function isTransactionDetails(value: unknown): boolean {
  return (
    isRecord(value) &&
    ["name", "transactionId", "connection", "state"].every((name) => typeof value[name] === "string") &&
    ["isOpen", "isWriting", "isExtended", "isLocked"].every((name) => typeof value[name] === "boolean") &&
    [value["tables"], value["inputs"]].every(isStringArray)
  );
}

function isJob(value: unknown): boolean {
  return (
    isRecord(value) &&
    ["jobId", "name", "state"].every((name) => typeof value[name] === "string") &&
    isPhase(value["phase"]) &&
    isRecord(value["counts"]) &&
    Object.values(value["counts"]).every((count) => typeof count === "number") &&
    typeof value["canRunAgain"] === "boolean"
  );
}

function isRow(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value["tenant"] === "string" &&
    Array.isArray(value["cells"]) &&
    value["cells"].every(isCell)
  );
}

function isCell(value: unknown): boolean {
  return value === null || (isRecord(value) && isPhase(value["phase"]) && typeof value["state"] === "string");
}

function isPhase(value: unknown): boolean {
  return cellPhases.some((phase) => phase === value);
}
