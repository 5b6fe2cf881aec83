import { isRecord } from "../../base/guards.ts";
import { refusedCredentials } from "../../base/refused-credentials.ts";
import { defaultSmallGroupThreshold } from "../../base/small-group.ts";
import {
  type ConnectionDraft,
  type FormField,
  parseThreshold,
  shownFormFields,
  smallGroupsOf,
} from "../../protocol/connection-form.ts";
import { type Connection, type ConnectionSecrets, parseHost } from "./connection-model.ts";
import { signInSettingsOf } from "./sign-in-settings-model.ts";

/** Returns the initial values of the form. Stored secrets are never shown, so their fields are empty. */
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
    threshold: String(known?.smallGroups?.threshold ?? defaultSmallGroupThreshold),
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
  const asked = new Set(shownFormFields(draft));
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
      label: draft.label.trim() || defaultLabel(draft),
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
        smallGroups: { mode: smallGroups, threshold: parseThreshold(draft.threshold) ?? defaultSmallGroupThreshold },
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

/** Name of a connection for which the user gave none: the vanity name, or the host of the address. */
function defaultLabel({ vanityName, host }: ConnectionDraft): string {
  const address = parseHost(host);
  return vanityName.trim() || (address.ok ? new URL(address.value).host : host);
}

/** Returns the field that is likely wrong after a failed trial; undefined if the error does not tell. */
export function likelyWrongField(error: unknown, draft: ConnectionDraft): FormField | undefined {
  const fields = shownFormFields(draft);
  const message = error instanceof Error ? error.message : "";
  const isNamed = (field: FormField) => fields.includes(field) && draft[field] !== "" && message.includes(draft[field]);
  const file = (["profileFile", "assertionFile"] as const).find(isNamed);
  return file ?? candidates(error).find((field) => fields.includes(field));
}

function candidates(error: unknown): readonly FormField[] {
  const refused = refusedCredentials(error);
  if (refused) {
    const { part = "password" } = refused;
    return part === "assertion" ? ["assertion", "assertionFile"] : [part, "clientSecret"];
  }
  // By its properties: each lazily loaded file has error classes of its own.
  const { kind, status, operation } = isRecord(error) ? error : {};
  if (operation === "requestImpersonationToken") {
    return ["targetUsername"];
  }
  if (kind === "status") {
    // Redirects and unknown paths show that the address is not the service's.
    return typeof status === "number" && (status < 400 || status === 404 || status === 405) ? ["host"] : [];
  }
  return kind === "network" || kind === "timeout" || kind === "malformed" ? ["host"] : [];
}
