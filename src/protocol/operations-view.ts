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

/** Where calls of a panel go; it never changes, whatever the active connection is. */
export interface CallTargetLabels {
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant?: string;
  readonly project?: string;
}

/** What a call is made with; `accept` and `bodyType` are content types of the row. */
export interface CallRequest {
  readonly values: CallValues;
  readonly accept: string;
  readonly delivery: AnswerDelivery;
  /** Content type to send the body as; the form's own when left out. */
  readonly bodyType?: string;
}

export interface AnswerMetadata {
  /** Left out where the client does not tell. */
  readonly status?: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
  readonly elapsedMs: number;
}

/** How a call ended. */
export type CallOutcome =
  | {
      readonly kind: "shown";
      readonly facts: AnswerMetadata;
      /** At most `maximumShownBytes`; the host keeps the whole. */
      readonly text: string;
      readonly isCut: boolean;
      readonly isJson: boolean;
    }
  | { readonly kind: "saved"; readonly facts: AnswerMetadata; readonly name: string }
  | { readonly kind: "opened"; readonly facts: AnswerMetadata }
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly status?: number;
      /** Where in the arguments, such as `body.filters[0].formula`. */
      readonly field?: string;
      readonly elapsedMs: number;
    }
  | { readonly kind: "cancelled" };

/** Larger answers are not put into the page. */
export const maximumShownBytes = 5 * 1024 * 1024;

/** One call of the past; its values are without secrets and files. */
export interface PastCall {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly target: string;
  readonly outcome: string;
}

/** What the page keeps through a reload of the window; no secret. */
export interface OperationsViewState {
  readonly operation: string;
  readonly target: CallTargetLabels;
  readonly values: CallValues;
}

/** What the page of an operation may ask of the extension. */
export type OperationsViewRequests = {
  /** The page's first question. */
  ready: {
    params: unknown;
    result: {
      readonly form: OperationForm;
      readonly target: CallTargetLabels;
      readonly values: CallValues;
      readonly history: readonly PastCall[];
      /** Something to know before calling; empty when there is nothing. */
      readonly notice: string;
      /** Why nothing can be sent, as far as it is known; empty when it can. */
      readonly unavailable: string;
    };
  };
  /** The gate asks before anything is sent. Rejects only for what is no outcome of a call. */
  send: { params: CallRequest; result: CallOutcome };
  chooseFile: { params: unknown; result: { readonly file?: FileReference } };
  /** The whole last answer, however much of it is shown. */
  saveAnswer: { params: unknown; result: { readonly isWritten: boolean } };
  copyAnswer: { params: unknown; result: undefined };
  /** Shows the list in the whole last answer as a result. */
  openAnswer: { params: unknown; result: undefined };
  copyCurl: { params: CallRequest; result: undefined };
  openDocument: { params: unknown; result: undefined };
  pastValues: { params: { readonly id: string }; result: { readonly values: CallValues } };
  clearHistory: { params: unknown; result: undefined };
};

/** How far the bytes of the call under way are; a total is left out where nobody knows it. */
export interface CallProgress {
  readonly sentBytes: number;
  readonly totalSentBytes?: number;
  readonly receivedBytes: number;
  readonly totalReceivedBytes?: number;
  /** Mean of the last seconds; 0 until there is one. */
  readonly bytesPerSecond: number;
}

/** What the extension tells the page of an operation. */
export type OperationsViewEvents = {
  progress: CallProgress;
  history: { readonly calls: readonly PastCall[] };
  /** The tenant became known. */
  target: CallTargetLabels;
  /** It became known whether the service offers the operation. */
  availability: { readonly unavailable: string };
};

const deliveries = ["show", "results", "file"];

/** Guards for what the extension hears from the page. */
export const operationsGuards: RequestGuards<OperationsViewRequests> = {
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

/** Guards for what the page hears from the extension. */
export const isOperationsEvent: {
  readonly [Name in keyof OperationsViewEvents]: (value: unknown) => value is OperationsViewEvents[Name];
} = {
  progress: (value): value is CallProgress =>
    isJsonObject(value) &&
    isCount(value["sentBytes"]) &&
    isCount(value["receivedBytes"]) &&
    isCount(value["bytesPerSecond"]) &&
    [value["totalSentBytes"], value["totalReceivedBytes"]].every((total) => total === undefined || isCount(total)),
  history: (value): value is OperationsViewEvents["history"] =>
    isJsonObject(value) && Array.isArray(value["calls"]) && value["calls"].every(isPastCall),
  target: isCallTargetLabels,
  availability: (value): value is OperationsViewEvents["availability"] =>
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

/** What a window kept of a page before it was reloaded. */
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
