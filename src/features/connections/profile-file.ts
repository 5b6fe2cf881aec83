import * as vscode from "vscode";
import type { DeploymentProfile } from "../../contract/deployment-profile.ts";

/** Reads a deployment profile. `advice` ends the message of the error that is thrown when that fails. */
export async function readProfile(path: string, advice: string): Promise<DeploymentProfile> {
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.file(path));
    const profile: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof profile !== "object" || profile === null || Array.isArray(profile)) {
      throw new Error("It is not a JSON object.");
    }
    return profile;
  } catch (error) {
    throw new Error(vscode.l10n.t("The deployment profile {0} cannot be read. {1}", path, advice), { cause: error });
  }
}
