import * as vscode from "vscode";
import type { DeploymentProfile } from "../../contract/deployment-profile.ts";

/**
 * Reads a deployment profile. Throws an error that names the invalid field and ends with `advice`; an unchecked route
 * could send key and token to another host.
 */
export async function readProfile(path: string, advice: string): Promise<DeploymentProfile> {
  let profile: unknown;
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.file(path));
    profile = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new Error(vscode.l10n.t("The deployment profile {0} cannot be read. {1}", path, advice), { cause: error });
  }
  const { profileProblem } = await import("../../client/service-client.ts");
  const problem = profileProblem(profile);
  if (problem !== undefined) {
    throw new Error(vscode.l10n.t("The deployment profile {0} is not used: {1}. {2}", path, problem, advice));
  }
  return profile as DeploymentProfile;
}
