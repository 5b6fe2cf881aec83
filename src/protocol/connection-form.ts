import type { ConnectionRole } from "../base/connection-role.ts";
import { isRecord } from "../base/guards.ts";
import { isSmallGroupThreshold, type SmallGroupGuard } from "../base/small-group.ts";

/** Sign-in method of a connection: basic authentication (`asid`) or a grant type of OAuth 2.0. */
export type SignInKind = "asid" | "authorization-code" | "password" | "saml-bearer" | "asid-exchange";

/** Field values of the form that edits a connection. Secrets that are stored already are empty strings. */
export interface ConnectionDraft {
  readonly host: string;
  readonly vanityName: string;
  readonly label: string;
  readonly role: ConnectionRole;
  readonly apiKey: string;
  readonly signIn: SignInKind;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
  readonly singleSignOn: "used" | "bypassed";
  readonly assertionSource: "file" | "text";
  readonly assertionFile: string;
  readonly assertion: string;
  readonly actsAs: "oneself" | "reader" | "writer";
  readonly targetUsername: string;
  readonly targetTenant: string;
  readonly names: "usual" | "profile";
  readonly profileFile: string;
  /**
   * Treatment of small groups. `suggested` until the user chooses; the suggested treatment depends on the connection's
   * role.
   */
  readonly smallGroups: "suggested" | "off" | SmallGroupGuard["mode"];
  readonly threshold: string;
}

export type FormField = keyof ConnectionDraft;

/** Whether a sign-in method uses a user name and a password. */
export function hasPassword(kind: SignInKind): boolean {
  return kind === "asid" || kind === "password" || kind === "asid-exchange";
}

/** Whether a sign-in method uses a registered client application. */
function hasApplication(kind: SignInKind): boolean {
  return kind === "authorization-code" || kind === "password" || kind === "saml-bearer";
}

/**
 * Returns the names of the fields that the connection form shows, in order. They depend on the form's values, such as
 * the sign-in method.
 */
export function shownFormFields(draft: ConnectionDraft): FormField[] {
  const kind = draft.signIn;
  const fields: readonly (readonly [boolean, readonly FormField[]])[] = [
    [true, ["host", "vanityName", "label", "role", "apiKey", "signIn"]],
    [hasApplication(kind), ["clientId", "clientSecret"]],
    [hasPassword(kind), ["username", "password"]],
    [kind === "authorization-code", ["singleSignOn"]],
    [kind === "saml-bearer", ["assertionSource", draft.assertionSource === "file" ? "assertionFile" : "assertion"]],
    [true, ["actsAs"]],
    [draft.actsAs !== "oneself", ["targetUsername", "targetTenant"]],
    [true, ["names"]],
    [draft.names === "profile", ["profileFile"]],
    [true, ["smallGroups"]],
    [smallGroupsOf(draft) !== "off", ["threshold"]],
  ];
  return fields.flatMap(([isShown, names]) => (isShown ? names : []));
}

/**
 * Returns how query results treat small groups. If the user has not chosen, a production connection hides them and any
 * other does not treat them.
 */
export function smallGroupsOf({ smallGroups, role }: ConnectionDraft): "off" | SmallGroupGuard["mode"] {
  return smallGroups !== "suggested" ? smallGroups : role === "production" ? "hide" : "off";
}

/** Parses the threshold of small groups. Returns undefined unless the text is an integer in the allowed range. */
export function parseThreshold(text: string): number | undefined {
  const threshold = /^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined;
  return isSmallGroupThreshold(threshold) ? threshold : undefined;
}

/** Possible values of each field of the connection form that is chosen from a list. */
export const draftChoices = {
  role: ["development", "test", "production"],
  signIn: ["asid", "authorization-code", "password", "saml-bearer", "asid-exchange"],
  singleSignOn: ["used", "bypassed"],
  assertionSource: ["file", "text"],
  actsAs: ["oneself", "reader", "writer"],
  names: ["usual", "profile"],
  smallGroups: ["suggested", "off", "mark", "hide"],
} as const satisfies { readonly [Field in FormField]?: readonly ConnectionDraft[Field][] };

export const secretFields = ["apiKey", "clientSecret", "password", "assertion"] as const satisfies FormField[];

/**
 * Returns a copy of a connection form with all secrets emptied. Secrets are stored only in the secret storage and never
 * sent to the page.
 */
export function withoutSecrets(draft: ConnectionDraft): ConnectionDraft {
  return { ...draft, ...Object.fromEntries(secretFields.map((field) => [field, ""])) };
}

const textFields: readonly FormField[] = [
  "host",
  "vanityName",
  "label",
  "apiKey",
  "clientId",
  "clientSecret",
  "username",
  "password",
  "assertionFile",
  "assertion",
  "targetUsername",
  "targetTenant",
  "profileFile",
  "threshold",
];

export function isConnectionDraft(value: unknown): value is ConnectionDraft {
  return (
    isRecord(value) &&
    textFields.every((field) => typeof value[field] === "string") &&
    Object.entries(draftChoices).every(([field, choices]) => choices.some((choice) => choice === value[field]))
  );
}

export function isFormField(value: unknown): value is FormField {
  return (
    typeof value === "string" && (textFields.some((field) => field === value) || Object.hasOwn(draftChoices, value))
  );
}
