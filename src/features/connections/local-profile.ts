import * as vscode from "vscode";
import type { DeploymentProfile } from "../../contract/deployment-profile.ts";
import { readSettings } from "../../host/settings.ts";
import { readProfile } from "./profile-file.ts";

/** The deployment profile that the embedded service was started with, so that calls name things as it does. */
export async function readLocalProfile(): Promise<DeploymentProfile | undefined> {
  const { profile } = readSettings();
  return profile === ""
    ? undefined
    : await readProfile(profile, vscode.l10n.t("Check the setting {0}.", "workforce.localService.profile"));
}
