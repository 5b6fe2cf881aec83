import { isRecord } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";
import { type ConnectionDraft, type FormField, isConnectionDraft, isFormField } from "./connection-form.ts";

/** Kind of one form field and its texts in the display language of VS Code. */
export interface FieldDescription {
  readonly field: FormField;
  readonly label: string;
  /** Explanation of the form field; may be empty. */
  readonly note: string;
  readonly placeholder: string;
  /**
   * Kind of a form field. The value of a `secret` is never sent to the page; the path of a `file` can be chosen in a
   * dialog.
   */
  readonly kind: "text" | "secret" | "file" | "choice";
  /** Options of a form field of kind `choice`. Empty for all other kinds. */
  readonly choices: readonly { readonly value: string; readonly label: string; readonly detail: string }[];
  readonly isRequired: boolean;
  /** Whether the form field is in the section that is collapsed initially. */
  readonly isAdvanced: boolean;
}

export interface FieldMessage {
  readonly field: FormField;
  readonly message: string;
}

/** Outcome of testing or saving a connection. */
export type ConnectionOutcome =
  | { readonly kind: "works"; readonly message: string }
  /** The user cancelled the test or the save. Nothing was stored. */
  | { readonly kind: "cancelled" }
  /** The form has invalid values. Nothing was sent or stored. */
  | { readonly kind: "invalid"; readonly problems: readonly FieldMessage[] }
  /** The service rejected the connection or could not be reached. `field` is the form field that is likely wrong. */
  | { readonly kind: "failed"; readonly message: string; readonly field?: FormField };

/** Initial content of the page that edits a connection. Contains no secrets. */
export interface ConnectionPageContent {
  readonly title: string;
  /** Id of the connection to edit. Undefined for a new connection. */
  readonly connectionId?: string | undefined;
  readonly draft: ConnectionDraft;
  /** Whether the form has unsaved changes that were restored from a closed page. */
  readonly isChanged: boolean;
  readonly fields: readonly FieldDescription[];
  /** Names of the secret fields whose values are already stored, so that the user can leave them empty. */
  readonly stored: readonly FormField[];
  /** Form field that receives the focus when the page opens. */
  readonly focus: FormField;
}

/** Requests to the extension from the page that edits a connection. */
export type ConnectionViewRequests = {
  ready: { readonly params: unknown; readonly result: ConnectionPageContent };
  test: { readonly params: { readonly draft: ConnectionDraft }; readonly result: ConnectionOutcome };
  /**
   * Tests the connection. If the test succeeds, stores the connection, activates it if it is new and closes the page.
   */
  save: { readonly params: { readonly draft: ConnectionDraft }; readonly result: ConnectionOutcome };
  /** Stores the connection without testing or activating it, then closes the page. */
  saveUntested: { readonly params: { readonly draft: ConnectionDraft }; readonly result: ConnectionOutcome };
  /** Asks the user for a file and returns its path. The path is empty if the user cancelled. */
  chooseFile: { readonly params: { readonly field: FormField }; readonly result: { readonly path: string } };
  /** Closes the connection page without saving. */
  close: { readonly params: unknown; readonly result: undefined };
};

/** Events that the extension sends to the page that edits a connection. */
export type EventsToConnectionView = {
  /** Moves the focus to a field of the connection form. */
  focus: { readonly field: FormField };
};

/** Events that the page that edits a connection sends to the extension. */
export type EventsFromConnectionView = {
  /**
   * Sent when the user edits the connection form. Contains the form without its secrets, and whether it has unsaved
   * changes.
   */
  edited: { readonly draft: ConnectionDraft; readonly isChanged: boolean };
};

/** State of the connection page that survives a reload of the VS Code window. Contains no secrets. */
export interface ConnectionViewState {
  readonly connectionId?: string | undefined;
  readonly draft: ConnectionDraft;
  readonly isChanged: boolean;
}

/** Guards for the parameters of requests that the connection page sends. */
export const connectionGuards: RequestGuards<ConnectionViewRequests> = {
  ready: (params): params is unknown => true,
  test: hasDraft,
  save: hasDraft,
  saveUntested: hasDraft,
  chooseFile: hasField,
  close: (params): params is unknown => true,
};

/** Guards for responses from the extension to the connection page. */
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
