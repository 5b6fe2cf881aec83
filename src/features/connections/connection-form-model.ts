import type { ConnectionRole } from "../../base/connection-role.ts";
import { defaultThreshold, isThreshold, type SmallGroupGuard } from "../../base/small-group.ts";
import { type Connection, type ConnectionSecrets, parseHost } from "./connection-model.ts";
import { hasApplication, hasPassword, type SignInKind, signInSettingsOf } from "./sign-in-settings-model.ts";

/** Answers of the connection form so far. */
export interface ConnectionDraft {
  readonly host: string;
  readonly vanityName: string;
  readonly label: string;
  readonly signIn: SignInKind;
  readonly apiKey: string;
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
  readonly role: ConnectionRole;
  /** `suggested` until answered; the suggestion depends on the role. */
  readonly smallGroups: "suggested" | "off" | SmallGroupGuard["mode"];
  readonly threshold: string;
}

export type FormField = keyof ConnectionDraft;

/** Fields to prompt for, in order; they depend on earlier answers. */
export function fieldsOf(draft: ConnectionDraft): FormField[] {
  const kind = draft.signIn;
  const fields: readonly (readonly [boolean, readonly FormField[]])[] = [
    [true, ["host", "vanityName", "label", "signIn", "apiKey"]],
    [hasApplication(kind), ["clientId", "clientSecret"]],
    [hasPassword(kind), ["username", "password"]],
    [kind === "authorization-code", ["singleSignOn"]],
    [kind === "saml-bearer", ["assertionSource", draft.assertionSource === "file" ? "assertionFile" : "assertion"]],
    [true, ["actsAs"]],
    [draft.actsAs !== "oneself", ["targetUsername", "targetTenant"]],
    [true, ["names"]],
    [draft.names === "profile", ["profileFile"]],
    [true, ["role", "smallGroups"]],
    [smallGroupsOf(draft) !== "off", ["threshold"]],
  ];
  return fields.flatMap(([isAsked, names]) => (isAsked ? names : []));
}

/** How small groups are treated. A new production connection hides them unless the user chooses otherwise. */
export function smallGroupsOf({ smallGroups, role }: ConnectionDraft): "off" | SmallGroupGuard["mode"] {
  return smallGroups !== "suggested" ? smallGroups : role === "production" ? "hide" : "off";
}

/** Parses a threshold; undefined unless the text is an integer in the allowed range. */
export function parseThreshold(text: string): number | undefined {
  const threshold = /^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined;
  return isThreshold(threshold) ? threshold : undefined;
}

/** Initial answers of the form. Stored secrets are never shown, so their fields are empty. */
export function draftOf(known: Connection | undefined): ConnectionDraft {
  const { kind, clientId, bypassesSingleSignOn, assertionFile } = signInSettingsOf(known ?? {});
  const impersonation = known?.impersonation;
  return {
    host: known?.host ?? "",
    vanityName: known?.vanityName ?? "",
    label: known?.label ?? "",
    signIn: kind,
    apiKey: "",
    clientId,
    clientSecret: "",
    username: known?.username ?? "",
    password: "",
    singleSignOn: bypassesSingleSignOn ? "bypassed" : "used",
    assertionSource: known && kind === "saml-bearer" && assertionFile === "" ? "text" : "file",
    assertionFile,
    assertion: "",
    actsAs: impersonation ? (impersonation.write ? "writer" : "reader") : "oneself",
    targetUsername: impersonation?.username ?? "",
    targetTenant: impersonation?.tenant ?? "",
    names: known?.profileFile === undefined ? "usual" : "profile",
    profileFile: known?.profileFile ?? "",
    role: known?.role ?? "development",
    smallGroups: known ? (known.smallGroups?.mode ?? "off") : "suggested",
    threshold: String(known?.smallGroups?.threshold ?? defaultThreshold),
  };
}

/** Whether a value of the secret is stored, so that its field can be left empty. */
export function hasStoredSecret(field: FormField, secrets: ConnectionSecrets | undefined): boolean {
  const stored: Partial<Record<FormField, string | undefined>> = { ...secrets };
  return (stored[field] ?? "") !== "";
}

/** Creates the connection and its secrets from a finished form; drops secrets that the kind of sign-in does not use. */
export function connectionOf(
  draft: ConnectionDraft,
  id: string,
  stored: ConnectionSecrets | undefined,
): { readonly connection: Connection; readonly secrets: ConnectionSecrets } {
  const asked = new Set(fieldsOf(draft));
  const textOf = (field: FormField) => (asked.has(field) ? draft[field].trim() : "");
  const secretOf = (field: "apiKey" | "password" | "clientSecret" | "assertion") =>
    asked.has(field) ? draft[field] || (stored?.[field] ?? "") : "";
  const host = parseHost(draft.host);
  const tenant = textOf("targetTenant");
  const smallGroups = smallGroupsOf(draft);
  const clientSecret = secretOf("clientSecret");
  const assertion = secretOf("assertion");
  return {
    connection: {
      id,
      kind: "remote",
      host: host.ok ? host.value : draft.host,
      vanityName: draft.vanityName.trim(),
      label: draft.label.trim(),
      username: textOf("username"),
      role: draft.role,
      signIn: {
        kind: draft.signIn,
        clientId: textOf("clientId"),
        bypassesSingleSignOn: asked.has("singleSignOn") && draft.singleSignOn === "bypassed",
        assertionFile: textOf("assertionFile"),
      },
      ...(draft.names === "profile" && { profileFile: draft.profileFile }),
      ...(smallGroups !== "off" && {
        smallGroups: { mode: smallGroups, threshold: parseThreshold(draft.threshold) ?? defaultThreshold },
      }),
      ...(draft.actsAs !== "oneself" && {
        impersonation: {
          username: textOf("targetUsername"),
          write: draft.actsAs === "writer",
          ...(tenant !== "" && { tenant }),
        },
      }),
    },
    secrets: {
      apiKey: secretOf("apiKey"),
      password: secretOf("password"),
      ...(clientSecret !== "" && { clientSecret }),
      ...(assertion !== "" && { assertion: assertion.trim() }),
    },
  };
}
