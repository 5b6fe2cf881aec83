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

/**
 * Labels of the connection that the API calls of a page go to. They do not change when the active connection changes.
 */
export interface CallTargetLabels {
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant?: string;
  readonly project?: string;
}

/**
 * Parameters of one API call. `accept` and `bodyType` are content types that the API contract lists for the operation.
 */
export interface CallRequest {
  readonly values: CallValues;
  readonly accept: string;
  readonly delivery: AnswerDelivery;
  /** Content type of the request body. If undefined, the default content type of the operation's form. */
  readonly bodyType?: string;
}

export interface AnswerMetadata {
  /** HTTP status code of the response. Undefined if the HTTP client does not report it. */
  readonly status?: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
  readonly elapsedMs: number;
}

/** Outcome of an API call. */
export type CallOutcome =
  | {
      readonly kind: "shown";
      readonly metadata: AnswerMetadata;
      /** Text of the response, at most `maximumShownBytes`. The extension host stores the complete response. */
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
      /** Path of the invalid argument of the API call, such as `body.filters[0].formula`. */
      readonly field?: string;
      readonly elapsedMs: number;
    }
  | { readonly kind: "cancelled" };

/** Maximum number of response bytes that the page shows. The rest of the response is not shown. */
export const maximumShownBytes = 5 * 1024 * 1024;

/** Entry in the history of API calls. The stored values contain no secrets or files. */
export interface PastCall {
  readonly id: string;
  /** Time of the API call in epoch milliseconds. */
  readonly atMs: number;
  readonly target: string;
  readonly outcome: string;
}

/** State of the API operation page that survives a reload of the VS Code window. Contains no secrets. */
export interface OperationsViewState {
  readonly operation: string;
  readonly target: CallTargetLabels;
  readonly values: CallValues;
}

/** Requests to the extension from the page that calls an API operation. */
export type RequestsFromOperationsView = {
  /** First request of the API operation page. Returns its form, target and history. */
  ready: {
    params: unknown;
    result: {
      readonly form: OperationForm;
      readonly target: CallTargetLabels;
      readonly values: CallValues;
      readonly history: readonly PastCall[];
      /** Message that the page shows before the first API call; may be empty. */
      readonly notice: string;
      /** Known reason why the API operation cannot be called. Empty if there is none. */
      readonly unavailable: string;
    };
  };
  /**
   * Calls the API operation. First asks the user for confirmation if the connection's role requires it. A failed call
   * resolves with its outcome; any other error rejects.
   */
  send: { params: CallRequest; result: CallOutcome };
  chooseFile: { params: unknown; result: { readonly file?: FileReference } };
  /** Saves the complete last response to a file, even if the page shows only its beginning. */
  saveAnswer: { params: unknown; result: { readonly isWritten: boolean } };
  copyAnswer: { params: unknown; result: undefined };
  /** Opens the list of objects in the complete last response as a table of results. */
  openAnswer: { params: unknown; result: undefined };
  copyCurl: { params: CallRequest; result: undefined };
  openDocument: { params: unknown; result: undefined };
  pastValues: { params: { readonly id: string }; result: { readonly values: CallValues } };
  clearHistory: { params: unknown; result: undefined };
};

/** Number of bytes transferred by the running API call. Totals are undefined if unknown. */
export interface CallProgress {
  readonly sentBytes: number;
  readonly totalSentBytes?: number;
  readonly receivedBytes: number;
  readonly totalReceivedBytes?: number;
  /** Mean transfer rate over the last seconds, in bytes per second. It is 0 until measured. */
  readonly bytesPerSecond: number;
}

/** Events from the extension to the page that calls an API operation. */
export type EventsToOperationsView = {
  progress: CallProgress;
  history: { readonly calls: readonly PastCall[] };
  /** Sent when the tenant of the connection becomes known. */
  target: CallTargetLabels;
  /** Sent when it becomes known whether the service supports the API operation. */
  availability: { readonly unavailable: string };
};

const deliveries = ["show", "results", "file"];

/** Guards for the parameters of requests that the API operation page sends. */
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

/** Guards for events from the extension to the API operation page. */
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

/** Whether a value is the state that the API operation page stored before the window was reloaded. */
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
