import * as vscode from "vscode";
import type { Connection as ClientConnection } from "../../client/interface/connection.ts";
import type { DeploymentProfile } from "../../contract/deployment-profile.ts";
import { readSettings } from "../../host/settings.ts";
import { type CredentialParts, credentialsOf, secretsOf } from "./connection-credentials.ts";
import { baseUrlOf, type Connection } from "./connection-model.ts";
import type { LocalService } from "./local-service.ts";
import { verifyAddress } from "./service-probe.ts";

/**
 * Returns the settings with which the client calls a connection. For the local connection, first starts the embedded
 * service.
 */
export async function clientConnectionOf(
  connection: Connection,
  parts: CredentialParts & { readonly local: Pick<LocalService, "ready"> },
): Promise<ClientConnection> {
  if (connection.kind === "local") {
    const { url, apiKey, username, password } = await parts.local.ready();
    return {
      baseUrl: url,
      apiKey,
      credentials: async () => ({ username, password }),
      profile: await profileOf(connection),
      proveServer: () => verifyAddress(url, () => parts.local.ready()),
    };
  }
  const { apiKey } = await secretsOf(connection, parts.store);
  return {
    id: connection.id,
    baseUrl: baseUrlOf(connection),
    apiKey,
    credentials: credentialsOf(connection, parts),
    impersonation: connection.impersonation,
    profile: await profileOf(connection),
  };
}

/**
 * Reads the deployment profile of a connection, which renames routes and fields of the API. Undefined if the connection
 * uses the standard names.
 */
export async function profileOf({ kind, profileFile }: Connection): Promise<DeploymentProfile | undefined> {
  if (kind === "local") {
    return await readLocalProfile();
  }
  return profileFile === undefined
    ? undefined
    : await readProfile(profileFile, vscode.l10n.t("Check the file, or edit the connection."));
}

/** Reads the deployment profile with which the embedded service was started, so that requests use the same names. */
async function readLocalProfile(): Promise<DeploymentProfile | undefined> {
  const { profile } = readSettings();
  return profile === ""
    ? undefined
    : await readProfile(profile, vscode.l10n.t("Check the setting {0}.", "workforce.localService.profile"));
}

/**
 * Reads and validates a deployment profile. Throws an error that names the invalid field and ends with `advice`. An
 * unvalidated route could send the API key and the token to another host.
 */
async function readProfile(path: string, advice: string): Promise<DeploymentProfile> {
  let profile: unknown;
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.file(path));
    profile = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new Error(vscode.l10n.t("The deployment profile {0} cannot be read. {1}", path, advice), { cause: error });
  }
  const { findProfileProblem } = await import("../../client/service-client.ts");
  const problem = findProfileProblem(profile);
  if (problem !== undefined) {
    throw new Error(vscode.l10n.t("The deployment profile {0} is not used: {1}. {2}", path, problem, advice));
  }
  return profile as DeploymentProfile;
}
