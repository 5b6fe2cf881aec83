import { isCount } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";
import {
  type AnswerDelivery,
  type CallValues,
  type FileReference,
  isJsonObject,
  type OperationForm,
  parameterLocations,
} from "./operation-form.ts";

/** Labels of the target of a panel's calls. They do not change when the active connection changes. */
export interface CallTargetLabels {
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant?: string;
  readonly project?: string;
}

/** Parameters of one call; `accept` and `bodyType` are content types of the contract row. */
export interface CallRequest {
  readonly values: CallValues;
  readonly accept: string;
  readonly delivery: AnswerDelivery;
  /** Content type of the request body; the form's `bodyType` if undefined. */
  readonly bodyType?: string;
}

export interface AnswerMetadata {
  /** HTTP status; undefined if the client does not report it. */
  readonly status?: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
  readonly elapsedMs: number;
}

/** Outcome of a call. */
export type CallOutcome =
  | {
      readonly kind: "shown";
      readonly metadata: AnswerMetadata;
      /** At most `maximumShownBytes`; the host keeps the complete response. */
      readonly text: string;
      readonly isCut: boolean;
      readonly isJson: boolean;
    }
  | { readonly kind: "saved"; readonly metadata: AnswerMetadata; readonly name: string }
  | { readonly kind: "opened"; readonly metadata: AnswerMetadata }
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly status?: number;
      /** Path of the invalid argument, such as `body.filters[0].formula`. */
      readonly field?: string;
      readonly elapsedMs: number;
    }
  | { readonly kind: "cancelled" };

/** Maximum size of a response shown on the page, in bytes; the rest is left out. */
export const maximumShownBytes = 5 * 1024 * 1024;

/** A call in the history; its stored values contain no secrets or files. */
export interface PastCall {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly target: string;
  readonly outcome: string;
}

/** State of the page that survives a reload of the window; contains no secrets. */
export interface OperationsViewState {
  readonly operation: string;
  readonly target: CallTargetLabels;
  readonly values: CallValues;
}

/** Requests from the page of an operation to the extension. */
export type RequestsFromOperationsView = {
  /** First request of the page. */
  ready: {
    params: unknown;
    result: {
      readonly form: OperationForm;
      readonly target: CallTargetLabels;
      readonly values: CallValues;
      readonly history: readonly PastCall[];
      /** Notice to show before the first call; may be empty. */
      readonly notice: string;
      /** Reason why the operation cannot be called, as far as known; empty if it can. */
      readonly unavailable: string;
    };
  };
  /**
   * Sends a call after the role gate has asked for confirmation where required. Failed calls resolve with their
   * outcome; any other error rejects.
   */
  send: { params: CallRequest; result: CallOutcome };
  chooseFile: { params: unknown; result: { readonly file?: FileReference } };
  /** Saves the complete last response, even if only part of it is shown. */
  saveAnswer: { params: unknown; result: { readonly isWritten: boolean } };
  copyAnswer: { params: unknown; result: undefined };
  /** Opens the list in the complete last response as a result. */
  openAnswer: { params: unknown; result: undefined };
  copyCurl: { params: CallRequest; result: undefined };
  openDocument: { params: unknown; result: undefined };
  pastValues: { params: { readonly id: string }; result: { readonly values: CallValues } };
  clearHistory: { params: unknown; result: undefined };
};

/** Bytes transferred by the running call; totals are undefined if unknown. */
export interface CallProgress {
  readonly sentBytes: number;
  readonly totalSentBytes?: number;
  readonly receivedBytes: number;
  readonly totalReceivedBytes?: number;
  /** Mean over the last seconds; 0 until measured. */
  readonly bytesPerSecond: number;
}

/** Events from the extension to the page of an operation. */
export type EventsToOperationsView = {
  progress: CallProgress;
  history: { readonly calls: readonly PastCall[] };
  /** Sent when the tenant becomes known. */
  target: CallTargetLabels;
  /** Sent when it is known whether the service offers the operation. */
  availability: { readonly unavailable: string };
};

const deliveries = ["show", "results", "file"];

/** Guards for requests from the page. */
export const operationsGuards: RequestGuards<RequestsFromOperationsView> = {
  ready: (params): params is unknown => true,
  send: isCallRequest,
  chooseFile: (params): params is unknown => true,
  saveAnswer: (params): params is unknown => true,
  copyAnswer: (params): params is unknown => true,
  openAnswer: (params): params is unknown => true,
  copyCurl: isCallRequest,
  openDocument: (params): params is unknown => true,
  pastValues: (params): params is { readonly id: string } => isJsonObject(params) && typeof params["id"] === "string",
  clearHistory: (params): params is unknown => true,
};

/** Guards for events from the extension. */
export const isOperationsEvent: {
  readonly [Name in keyof EventsToOperationsView]: (value: unknown) => value is EventsToOperationsView[Name];
} = {
  progress: (value): value is CallProgress =>
    isJsonObject(value) &&
    isCount(value["sentBytes"]) &&
    isCount(value["receivedBytes"]) &&
    isCount(value["bytesPerSecond"]) &&
    [value["totalSentBytes"], value["totalReceivedBytes"]].every((total) => total === undefined || isCount(total)),
  history: (value): value is EventsToOperationsView["history"] =>
    isJsonObject(value) && Array.isArray(value["calls"]) && value["calls"].every(isPastCall),
  target: isCallTargetLabels,
  availability: (value): value is EventsToOperationsView["availability"] =>
    isJsonObject(value) && typeof value["unavailable"] === "string",
};

export function isCallValues(value: unknown): value is CallValues {
  return (
    isJsonObject(value) && Object.keys(value).every((name) => parameterLocations.some((target) => target === name))
  );
}

export function isCallTargetLabels(value: unknown): value is CallTargetLabels {
  return isJsonObject(value) && typeof value["connectionId"] === "string" && typeof value["connection"] === "string";
}

/** Guards page state that was stored before the window was reloaded. */
export function isOperationsViewState(value: unknown): value is OperationsViewState {
  return (
    isJsonObject(value) &&
    typeof value["operation"] === "string" &&
    isCallTargetLabels(value["target"]) &&
    isCallValues(value["values"])
  );
}

export function isPastCall(value: unknown): value is PastCall {
  return (
    isJsonObject(value) &&
    typeof value["id"] === "string" &&
    isCount(value["atMs"]) &&
    typeof value["target"] === "string" &&
    typeof value["outcome"] === "string"
  );
}

function isCallRequest(params: unknown): params is CallRequest {
  return (
    isJsonObject(params) &&
    isCallValues(params["values"]) &&
    typeof params["accept"] === "string" &&
    (params["bodyType"] === undefined || typeof params["bodyType"] === "string") &&
    deliveries.includes(String(params["delivery"]))
  );
}
