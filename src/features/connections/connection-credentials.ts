import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import type { AuthorizationCodeRequest } from "../../client/interface/authorization-request.ts";
import type { Connection as ClientConnection, JwtGrant, TokenStore } from "../../client/interface/connection.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { showInformation } from "../../host/notifications.ts";
import { askLine } from "../../host/step-input.ts";
import { type BrowserSignIn, SignInProblem } from "./browser-sign-in.ts";
import type { Connection, ConnectionSecrets } from "./connection-model.ts";
import type { ConnectionStore } from "./connection-store.ts";
import { signInSettingsOf } from "./sign-in-settings-model.ts";

export interface CredentialParts {
  readonly store: Pick<ConnectionStore, "secretsOf">;
  readonly browser: Pick<BrowserSignIn, "requestCode">;
  readonly tokens: TokenStore;
  /** Whether the user requested this sign-in, so that the browser opens without a confirmation. */
  isUserRequested(): boolean;
}

/** Creates the credentials of a stored connection; secrets are read at each sign-in and not cached. */
export function credentialsOf(connection: Connection, parts: CredentialParts): ClientConnection["credentials"] {
  const { kind, clientId, bypassesSingleSignOn, assertionFile } = signInSettingsOf(connection);
  const secrets = async () => {
    const known = await secretsOf(connection, parts.store);
    if (known.isSignedOut) {
      throw signedOutProblem(connection);
    }
    return known;
  };
  const credentials = async () => {
    const { password } = await secrets();
    return { username: connection.username, password };
  };
  const application = async () => {
    const { clientSecret = "" } = await secrets();
    return { clientId, clientSecret };
  };
  const grants: Readonly<Record<JwtGrant["kind"], JwtGrant>> = {
    "authorization-code": {
      kind: "authorization-code",
      application,
      bypassesSingleSignOn,
      askCode: async (request) => {
        await confirmSignIn(connection, request, parts.isUserRequested());
        return await parts.browser.requestCode(connection.label, request);
      },
    },
    password: { kind: "password", application, credentials },
    "saml-bearer": {
      kind: "saml-bearer",
      application,
      assertion: async () => {
        const { assertion = "" } = await secrets();
        return assertionFile === "" ? assertion : await readAssertion(assertionFile);
      },
    },
    "asid-exchange": { kind: "asid-exchange", credentials },
  };
  return kind === "asid" ? credentials : { grant: grants[kind], tokens: tokensOf(connection, parts) };
}

/**
 * Token store that is empty while the user is signed out, and discards tokens that a renewal returns after a sign-out.
 */
function tokensOf({ id }: Connection, { store, tokens }: CredentialParts): TokenStore {
  const isSignedIn = async () => {
    const secrets = await store.secretsOf(id);
    return secrets !== undefined && secrets.isSignedOut !== true;
  };
  return {
    read: async () => ((await isSignedIn()) ? await tokens.read() : undefined),
    write: async (next) => {
      if (await isSignedIn()) {
        await tokens.write(next);
      }
    },
    alone: (work) => tokens.alone(work),
  };
}

/**
 * Reads the secrets of a connection. Throws SignInProblem if this machine has none, since settings sync does not
 * transfer them.
 */
export async function secretsOf(
  connection: Connection,
  store: Pick<ConnectionStore, "secretsOf">,
): Promise<ConnectionSecrets> {
  const secrets = await store.secretsOf(connection.id);
  if (!secrets) {
    throw new SignInProblem(
      vscode.l10n.t('The secrets of "{0}" are not on this machine. Edit the connection.', connection.label),
    );
  }
  return secrets;
}

/**
 * Asks the user before the browser opens for a renewal that they did not request, once for all waiting calls. Throws
 * SignInProblem if the user is signed out, and CancelledError if they decline.
 */
async function confirmSignIn(
  connection: Connection,
  { isRenewal }: AuthorizationCodeRequest,
  isUserRequested: boolean,
): Promise<void> {
  if (isUserRequested) {
    return;
  }
  if (!isRenewal) {
    throw signedOutProblem(connection);
  }
  const signIn = vscode.l10n.t("Sign In");
  const question = vscode.l10n.t('The sign-in to "{0}" has ended. Sign in again in the browser?', connection.label);
  if ((await showInformation(question, { modal: true }, signIn)) !== signIn) {
    throw new CancelledError();
  }
}

function signedOutProblem({ label }: Connection): SignInProblem {
  return new SignInProblem(
    vscode.l10n.t('you are not signed in to "{0}". Sign in with the command "{1}".', label, "Workforce: Sign In..."),
  );
}

async function readAssertion(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new SignInProblem(
      vscode.l10n.t("the SAML assertion {0} cannot be read. Check the file, or edit the connection.", path),
      { cause: error },
    );
  }
}

/** Prompts for the password of a connection. Throws CancelledError on Escape. */
export async function askPassword({ label, username }: Connection): Promise<string> {
  const password = await askLine(
    vscode.l10n.t("Sign In to {0}", label),
    {
      prompt: vscode.l10n.t("Password of {0}", username),
      isSecret: true,
      problemOf: (text) => (text === "" ? vscode.l10n.t("A value is required.") : undefined),
    },
    { ignoreFocusOut: true },
  );
  if (password === undefined) {
    throw new CancelledError();
  }
  return password;
}
