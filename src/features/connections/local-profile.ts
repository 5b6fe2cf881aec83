import * as vscode from "vscode";
import type { DeploymentProfile } from "../../contract/deployment-profile.ts";
import { readSettings } from "../../host/settings.ts";

/** The deployment profile that the embedded service was started with, so that calls name things as it does. */
export async function readLocalProfile(): Promise<DeploymentProfile | undefined> {
  const { profile } = readSettings();
  if (profile === "") {
    return undefined;
  }
  try {
    return JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(profile))));
  } catch (error) {
    const message = vscode.l10n.t(
      "The deployment profile {0} cannot be read. Check the setting {1}.",
      profile,
      "workforce.localService.profile",
    );
    throw new Error(message, { cause: error });
  }
}
