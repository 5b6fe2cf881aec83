import * as vscode from "vscode";
import { connectionRoles } from "../../base/connection-role.ts";
import type { Result } from "../../base/result.ts";
import { maxThreshold } from "../../base/small-group.ts";
import type { ChoiceStep, TextStep } from "../../host/step-input.ts";
import {
  type ConnectionDraft,
  type FormField,
  hasStoredSecret,
  parseThreshold,
  smallGroupsOf,
} from "./connection-form-model.ts";
import { type ConnectionSecrets, parseHost, parseVanityName } from "./connection-model.ts";
import { parseAssertion } from "./sign-in-settings-model.ts";

/** Returns the input step of a text field. Throws an error for another kind of field. */
export function textStepOf(field: FormField, draft: ConnectionDraft, secrets: ConnectionSecrets | undefined): TextStep {
  const value = draft[field];
  const isStored = hasStoredSecret(field, secrets);
  const keepHint = isStored ? vscode.l10n.t(" (leave it empty to keep the stored one)") : "";
  const secret = { isSecret: true, ...(!isStored && { problemOf: requiredProblem }) };
  switch (field) {
    case "host":
      return {
        prompt: vscode.l10n.t("Address of the service, without the vanity name"),
        placeHolder: "https://api.example.com",
        value,
        problemOf: problemWith(parseHost),
      };
    case "vanityName":
      return {
        prompt: vscode.l10n.t("Vanity name of the tenant; leave it empty when the address already holds it"),
        value,
        problemOf: problemWith(parseVanityName),
      };
    case "label":
      return {
        prompt: vscode.l10n.t("Name to show for this connection"),
        value: value || draft.vanityName || draft.host,
        problemOf: requiredProblem,
      };
    case "apiKey":
      return { prompt: vscode.l10n.t("API key of the tenant") + keepHint, ...secret };
    case "clientId":
      return { prompt: vscode.l10n.t("Client id of the registered application"), value, problemOf: requiredProblem };
    case "clientSecret":
      return { prompt: vscode.l10n.t("Client secret of the registered application") + keepHint, ...secret };
    case "username":
      return { prompt: vscode.l10n.t("User name"), value, problemOf: requiredProblem };
    case "password":
      return { prompt: vscode.l10n.t("Password") + keepHint, ...secret };
    case "assertion":
      return {
        prompt: vscode.l10n.t("SAML assertion in base64") + keepHint,
        isSecret: true,
        problemOf: (text) => (text === "" && isStored ? undefined : problemWith(parseAssertion)(text)),
      };
    case "targetUsername":
      return { prompt: vscode.l10n.t("User name of the user to act as"), value, problemOf: requiredProblem };
    case "targetTenant":
      return {
        prompt: vscode.l10n.t("Code of the analytic tenant of that user; leave it empty for the tenant you sign in to"),
        value,
      };
    case "threshold":
      return {
        prompt: vscode.l10n.t("Fewer people than this are a small group"),
        value,
        problemOf: (text) =>
          parseThreshold(text) === undefined
            ? vscode.l10n.t("Write a whole number from 1 to {0}.", maxThreshold)
            : undefined,
      };
    default:
      throw new Error(`The field "${field}" is not a text field.`);
  }
}

/** Returns the choices of a field; undefined for a text field. */
export function choiceOf(field: FormField, draft: ConnectionDraft): ChoiceStep<string> | undefined {
  const value = draft[field];
  switch (field) {
    case "signIn":
      return {
        prompt: vscode.l10n.t("How to sign in"),
        value,
        choices: [
          choice(
            "asid",
            vscode.l10n.t("User name and password"),
            vscode.l10n.t("Basic authentication: a token for 60 minutes, renewed automatically"),
          ),
          choice(
            "authorization-code",
            vscode.l10n.t("In the browser"),
            vscode.l10n.t("OAuth 2.0, authorization code: the most secure; the password is never typed here"),
          ),
          choice(
            "password",
            vscode.l10n.t("Client application with user name and password"),
            vscode.l10n.t("OAuth 2.0, password grant"),
          ),
          choice(
            "saml-bearer",
            vscode.l10n.t("SAML assertion"),
            vscode.l10n.t("OAuth 2.0, for tenants with single sign-on"),
          ),
          choice(
            "asid-exchange",
            vscode.l10n.t("User name and password, exchanged for a JWT"),
            vscode.l10n.t("OAuth 2.0, exchange of the token of basic authentication"),
          ),
        ],
      };
    case "singleSignOn":
      return {
        prompt: vscode.l10n.t("Sign-in page"),
        value,
        choices: [
          choice("used", vscode.l10n.t("The tenant's own"), vscode.l10n.t("Single sign-on where the tenant has it")),
          choice(
            "bypassed",
            vscode.l10n.t("For users who bypass single sign-on"),
            vscode.l10n.t("User name and password on the service's page"),
          ),
        ],
      };
    case "assertionSource":
      return {
        prompt: vscode.l10n.t("Where the SAML assertion comes from"),
        value,
        choices: [
          choice("file", vscode.l10n.t("A file"), vscode.l10n.t("Read at each sign-in, in XML or base64")),
          choice("text", vscode.l10n.t("Pasted text"), vscode.l10n.t("In base64; kept in the secret storage")),
        ],
      };
    case "actsAs":
      return {
        prompt: vscode.l10n.t("Whose rights to use"),
        value,
        choices: [
          choice("oneself", vscode.l10n.t("Your own"), vscode.l10n.t("No impersonation")),
          choice(
            "reader",
            vscode.l10n.t("Another user's, to read"),
            vscode.l10n.t("Needs the Impersonator profile; the user needs Read Impersonated"),
          ),
          choice(
            "writer",
            vscode.l10n.t("Another user's, to read and write"),
            vscode.l10n.t("Needs the Impersonator profile; the user needs Write Impersonated"),
          ),
        ],
      };
    case "names":
      return {
        prompt: vscode.l10n.t("How the deployment names things"),
        value,
        choices: [
          choice(
            "usual",
            vscode.l10n.t("As usual"),
            vscode.l10n.t("Paths, cookies and claims as the service's documentation has them"),
          ),
          choice(
            "profile",
            vscode.l10n.t("By a deployment profile"),
            vscode.l10n.t("A JSON file with the deployment's own names"),
          ),
        ],
      };
    case "role": {
      const details = {
        development: vscode.l10n.t("Everything is allowed"),
        test: vscode.l10n.t("Publishing and deleting need confirmation"),
        production: vscode.l10n.t("Everything except reading needs confirmation; shown in red"),
      };
      return {
        prompt: vscode.l10n.t("Role of this connection"),
        value,
        choices: connectionRoles.map((role) => choice(role, role, details[role])),
      };
    }
    case "smallGroups":
      return {
        prompt: vscode.l10n.t("Aggregate values that are based on only a few people"),
        value: smallGroupsOf(draft),
        choices: [
          choice("off", vscode.l10n.t("Show them"), vscode.l10n.t("Queries are sent as they are written")),
          choice("mark", vscode.l10n.t("Mark them"), vscode.l10n.t("They are shown, copied and exported with a mark")),
          choice(
            "hide",
            vscode.l10n.t("Hide them"),
            vscode.l10n.t("They are not stored on this machine; suggested for production"),
          ),
        ],
      };
    default:
      return undefined;
  }
}

function choice(value: string, label: string, detail: string) {
  return { value, label, detail };
}

/** Returns a problem if the text is empty. */
export function requiredProblem(text: string): string | undefined {
  return text.trim() === "" ? vscode.l10n.t("A value is required.") : undefined;
}

function problemWith(parse: (text: string) => Result<string>): (text: string) => string | undefined {
  return (text) => {
    const result = parse(text);
    return result.ok ? undefined : result.problem;
  };
}
