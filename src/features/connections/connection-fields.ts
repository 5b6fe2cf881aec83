import * as vscode from "vscode";
import type { Result } from "../../base/result.ts";
import { maxSmallGroupThreshold } from "../../base/small-group.ts";
import { formatPlural } from "../../host/amounts.ts";
import {
  type ConnectionDraft,
  type FormField,
  parseThreshold,
  shownFormFields,
} from "../../protocol/connection-form.ts";
import type { FieldDescription, FieldMessage } from "../../protocol/connection-view.ts";
import { hasStoredSecret } from "./connection-form-model.ts";
import { type ConnectionSecrets, parseHost, parseVanityName } from "./connection-model.ts";
import { parseAssertion } from "./sign-in-settings-model.ts";

type Choices = FieldDescription["choices"];

/** Describes all fields of the connection form, in their order. */
export function describeFields(): FieldDescription[] {
  const { t } = vscode.l10n;
  return [
    required("host", t("Address"), {
      note: t("Address of the service, without the vanity name"),
      placeholder: "https://api.example.com",
    }),
    optional("vanityName", t("Vanity Name"), {
      note: t("First part of the tenant's host name; leave it empty when the address already holds it"),
    }),
    optional("label", t("Name"), { note: t("Shown in trees, results and the status bar; the address unless given") }),
    choice("role", t("Role"), roleChoices()),
    required("apiKey", t("API Key"), { kind: "secret" }),
    choice("signIn", t("Sign-In Method"), signInChoices()),
    required("clientId", t("Client Id"), { note: t("Of the registered application") }),
    required("clientSecret", t("Client Secret"), { kind: "secret" }),
    required("username", t("User Name")),
    required("password", t("Password"), { kind: "secret" }),
    choice("singleSignOn", t("Sign-In Page"), singleSignOnChoices()),
    choice("assertionSource", t("SAML Assertion From"), assertionChoices()),
    required("assertionFile", t("Assertion File"), { kind: "file" }),
    required("assertion", t("Assertion in Base64"), { kind: "secret" }),
    ...[
      choice("actsAs", t("Act As"), actsAsChoices()),
      required("targetUsername", t("User to Act As")),
      optional("targetTenant", t("Tenant of That User"), {
        note: t("Code of the analytic tenant; the one you sign in to unless given"),
      }),
      choice("names", t("Deployment"), nameChoices()),
      required("profileFile", t("Deployment Profile"), { kind: "file" }),
      choice("smallGroups", t("Small Groups"), smallGroupChoices()),
      required("threshold", t("Fewest People"), { note: t("Fewer people than this are a small group") }),
    ].map((field) => ({ ...field, isAdvanced: true })),
  ];
}

/** Returns the message after a successful test of a connection, with the number of its tenants. */
export function testSuccessText(label: string, tenants: number): string {
  return formatPlural(
    tenants,
    [vscode.l10n.t("{1} works: signed in, 1 tenant."), vscode.l10n.t("{1} works: signed in, {0} tenants.")],
    label,
  );
}

/** Returns the problems of a form that can be found without a call, by field. Stored secrets may be left out. */
export function draftProblems(draft: ConnectionDraft, stored: ConnectionSecrets | undefined): FieldMessage[] {
  const described = new Map(describeFields().map((one) => [one.field, one]));
  return shownFormFields(draft).flatMap((field) => {
    const text = draft[field].trim();
    const isMissing = text === "" && described.get(field)?.isRequired === true && !hasStoredSecret(field, stored);
    const message = isMissing ? vscode.l10n.t("A value is required.") : problemOf(field, text);
    return message === undefined ? [] : [{ field, message }];
  });
}

function problemOf(field: FormField, text: string): string | undefined {
  switch (field) {
    case "host":
      return problemIn(parseHost(text));
    case "vanityName":
      return problemIn(parseVanityName(text));
    case "assertion":
      return text === "" ? undefined : problemIn(parseAssertion(text));
    case "threshold":
      return parseThreshold(text) === undefined
        ? vscode.l10n.t("Write a whole number from 1 to {0}.", maxSmallGroupThreshold)
        : undefined;
    default:
      return undefined;
  }
}

function problemIn(result: Result<string>): string | undefined {
  return result.ok ? undefined : result.problem;
}

type Details = Partial<Pick<FieldDescription, "note" | "placeholder" | "kind" | "choices">>;

function optional(field: FormField, label: string, details: Details = {}): FieldDescription {
  return {
    field,
    label,
    note: "",
    placeholder: "",
    kind: "text",
    choices: [],
    isRequired: false,
    isAdvanced: false,
    ...details,
  };
}

function required(field: FormField, label: string, details?: Details): FieldDescription {
  return { ...optional(field, label, details), isRequired: true };
}

function choice(field: FormField, label: string, choices: Choices): FieldDescription {
  return optional(field, label, { kind: "choice", choices });
}

function signInChoices(): Choices {
  return [
    {
      value: "asid",
      label: vscode.l10n.t("User name and password"),
      detail: vscode.l10n.t("Basic authentication: a token for 60 minutes, renewed automatically"),
    },
    {
      value: "authorization-code",
      label: vscode.l10n.t("In the browser"),
      detail: vscode.l10n.t("OAuth 2.0, authorization code: the most secure; the password is never typed here"),
    },
    {
      value: "password",
      label: vscode.l10n.t("Client application with user name and password"),
      detail: vscode.l10n.t("OAuth 2.0, password grant"),
    },
    {
      value: "saml-bearer",
      label: vscode.l10n.t("SAML assertion"),
      detail: vscode.l10n.t("OAuth 2.0, for tenants with single sign-on"),
    },
    {
      value: "asid-exchange",
      label: vscode.l10n.t("User name and password, exchanged for a JWT"),
      detail: vscode.l10n.t("OAuth 2.0, exchange of the token of basic authentication"),
    },
  ];
}

function singleSignOnChoices(): Choices {
  return [
    {
      value: "used",
      label: vscode.l10n.t("The tenant's own"),
      detail: vscode.l10n.t("Single sign-on where the tenant has it"),
    },
    {
      value: "bypassed",
      label: vscode.l10n.t("For users who bypass single sign-on"),
      detail: vscode.l10n.t("User name and password on the service's page"),
    },
  ];
}

function assertionChoices(): Choices {
  return [
    { value: "file", label: vscode.l10n.t("A file"), detail: vscode.l10n.t("Read at each sign-in, in XML or base64") },
    {
      value: "text",
      label: vscode.l10n.t("Pasted text"),
      detail: vscode.l10n.t("In base64; kept in the secret storage"),
    },
  ];
}

function actsAsChoices(): Choices {
  return [
    { value: "oneself", label: vscode.l10n.t("Yourself"), detail: vscode.l10n.t("No impersonation") },
    {
      value: "reader",
      label: vscode.l10n.t("Another user, to read"),
      detail: vscode.l10n.t("Needs the Impersonator profile; the user needs Read Impersonated"),
    },
    {
      value: "writer",
      label: vscode.l10n.t("Another user, to read and write"),
      detail: vscode.l10n.t("Needs the Impersonator profile; the user needs Write Impersonated"),
    },
  ];
}

function nameChoices(): Choices {
  return [
    {
      value: "usual",
      label: vscode.l10n.t("Standard"),
      detail: vscode.l10n.t("Paths, cookies and claims as the service's documentation has them"),
    },
    {
      value: "profile",
      label: vscode.l10n.t("By a deployment profile"),
      detail: vscode.l10n.t("A JSON file with the deployment's own names"),
    },
  ];
}

function smallGroupChoices(): Choices {
  return [
    { value: "off", label: vscode.l10n.t("Show them"), detail: vscode.l10n.t("Queries are sent as they are written") },
    {
      value: "mark",
      label: vscode.l10n.t("Mark them"),
      detail: vscode.l10n.t("They are shown, copied and exported with a mark"),
    },
    {
      value: "hide",
      label: vscode.l10n.t("Hide them"),
      detail: vscode.l10n.t("They are not stored on this machine; suggested for production"),
    },
  ];
}

function roleChoices(): Choices {
  return [
    { value: "development", label: "development", detail: vscode.l10n.t("Everything is allowed") },
    { value: "test", label: "test", detail: vscode.l10n.t("Publishing and deleting need confirmation") },
    {
      value: "production",
      label: "production",
      detail: vscode.l10n.t("Everything except reading needs confirmation; shown in red"),
    },
  ];
}
