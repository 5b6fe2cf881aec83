import { isRecord } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";
import { type ConnectionDraft, type FormField, isConnectionDraft, isFormField } from "./connection-form.ts";

/** Texts and kind of one field, in the language of VS Code. */
export interface FieldDescription {
  readonly field: FormField;
  readonly label: string;
  /** Explains the field; may be empty. */
  readonly note: string;
  readonly placeholder: string;
  /** A `secret` is never sent to the page; a `file` can be chosen in a dialog. */
  readonly kind: "text" | "secret" | "file" | "choice";
  /** Choices of a `choice`; empty for other kinds. */
  readonly choices: readonly { readonly value: string; readonly label: string; readonly detail: string }[];
  readonly isRequired: boolean;
  /** Whether the field is in the part that is folded at first. */
  readonly isAdvanced: boolean;
}

export interface FieldMessage {
  readonly field: FormField;
  readonly message: string;
}

/** Outcome of testing or saving a connection. */
export type ConnectionOutcome =
  | { readonly kind: "works"; readonly message: string }
  /** The user stopped it; nothing was stored. */
  | { readonly kind: "cancelled" }
  /** Nothing was sent or stored. */
  | { readonly kind: "invalid"; readonly problems: readonly FieldMessage[] }
  /** `field` is the one that is likely wrong. */
  | { readonly kind: "failed"; readonly message: string; readonly field?: FormField };

/** Content of the page. Contains no secrets. */
export interface ConnectionPageContent {
  readonly title: string;
  /** Id of the connection that is edited; undefined for a new one. */
  readonly connectionId?: string | undefined;
  readonly draft: ConnectionDraft;
  /** Whether the draft has changes from a page that was closed. */
  readonly isChanged: boolean;
  readonly fields: readonly FieldDescription[];
  /** Secrets that are stored, whose fields can be left empty. */
  readonly stored: readonly FormField[];
  /** Field that receives the focus. */
  readonly focus: FormField;
}

/** Requests from the page of a connection to the extension. */
export type ConnectionViewRequests = {
  ready: { readonly params: unknown; readonly result: ConnectionPageContent };
  test: { readonly params: { readonly draft: ConnectionDraft }; readonly result: ConnectionOutcome };
  /** Tests the connection; if it works, stores it, makes a new one active and closes the page. */
  save: { readonly params: { readonly draft: ConnectionDraft }; readonly result: ConnectionOutcome };
  /** Stores the connection without a test, does not make it active, and closes the page. */
  saveUntested: { readonly params: { readonly draft: ConnectionDraft }; readonly result: ConnectionOutcome };
  /** Returns an empty path if the user cancelled. */
  chooseFile: { readonly params: { readonly field: FormField }; readonly result: { readonly path: string } };
  /** Closes the page without saving. */
  close: { readonly params: unknown; readonly result: undefined };
};

/** Events that the extension sends to the page. */
export type EventsToConnectionView = {
  /** Moves the focus to a field. */
  focus: { readonly field: FormField };
};

/** Events that the page sends to the extension. */
export type EventsFromConnectionView = {
  /** The form without its secrets, and whether anything in it was changed. */
  edited: { readonly draft: ConnectionDraft; readonly isChanged: boolean };
};

/** State of the page that survives a reload of the window; without secrets. */
export interface ConnectionViewState {
  readonly connectionId?: string | undefined;
  readonly draft: ConnectionDraft;
  readonly isChanged: boolean;
}

/** Guards for the parameters of requests. */
export const connectionGuards: RequestGuards<ConnectionViewRequests> = {
  ready: (params): params is unknown => true,
  test: hasDraft,
  save: hasDraft,
  saveUntested: hasDraft,
  chooseFile: hasField,
  close: (params): params is unknown => true,
};

/** Guards for responses from the extension. */
export const isConnectionAnswer: {
  readonly [Name in keyof ConnectionViewRequests]: (value: unknown) => value is ConnectionViewRequests[Name]["result"];
} = {
  ready: (value): value is ConnectionPageContent =>
    isRecord(value) &&
    typeof value["title"] === "string" &&
    isConnectionDraft(value["draft"]) &&
    typeof value["isChanged"] === "boolean" &&
    isFormField(value["focus"]) &&
    Array.isArray(value["stored"]) &&
    value["stored"].every(isFormField) &&
    Array.isArray(value["fields"]) &&
    value["fields"].every(isFieldDescription),
  test: isOutcome,
  save: isOutcome,
  saveUntested: isOutcome,
  close: (value): value is undefined => value === undefined || value === null,
  chooseFile: (value): value is { readonly path: string } => isRecord(value) && typeof value["path"] === "string",
};

export const isFocusEvent = hasField;

export function isEditedEvent(value: unknown): value is EventsFromConnectionView["edited"] {
  return isRecord(value) && isConnectionDraft(value["draft"]) && typeof value["isChanged"] === "boolean";
}

export function isConnectionViewState(value: unknown): value is ConnectionViewState {
  return (
    isEditedEvent(value) &&
    (!("connectionId" in value) || value.connectionId === undefined || typeof value.connectionId === "string")
  );
}

function hasDraft(params: unknown): params is { readonly draft: ConnectionDraft } {
  return isRecord(params) && isConnectionDraft(params["draft"]);
}

function hasField(params: unknown): params is { readonly field: FormField } {
  return isRecord(params) && isFormField(params["field"]);
}

function isFieldDescription(value: unknown): boolean {
  return (
    isRecord(value) &&
    isFormField(value["field"]) &&
    ["label", "note", "placeholder", "kind"].every((name) => typeof value[name] === "string") &&
    Array.isArray(value["choices"])
  );
}

function isOutcome(value: unknown): value is ConnectionOutcome {
  if (!isRecord(value)) {
    return false;
  }
  if (value["kind"] === "cancelled") {
    return true;
  }
  return value["kind"] === "invalid"
    ? Array.isArray(value["problems"]) &&
        value["problems"].every(
          (problem) => isRecord(problem) && isFormField(problem["field"]) && typeof problem["message"] === "string",
        )
    : (value["kind"] === "works" || value["kind"] === "failed") && typeof value["message"] === "string";
}
