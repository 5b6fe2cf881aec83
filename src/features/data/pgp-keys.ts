import * as vscode from "vscode";
import { fieldsOf, isStringArray } from "../../base/guards.ts";
import { limits } from "../../contract/limits.ts";
import type { PgpKey } from "../../contract/pgp-keys.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { timeText } from "../../host/entry-tree-item.ts";
import { chooseSaveUri } from "../../host/file-dialogs.ts";
import { showInformation } from "../../host/notifications.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import type { DataServices } from "./data-services.ts";
import { callService, confirmOn, refreshGroup } from "./data-target.ts";
import { expiryInYears, fingerprintOf } from "./pgp-key-model.ts";

/** Generates a key pair of a tenant after asking for its expiry, and offers to save the public key. */
export async function generateKey(target: TenantTarget, services: DataServices): Promise<void> {
  const { least, most } = limits.pgpKeyYears;
  const years = Array.from({ length: most.value - least.value + 1 }, (_, index) => least.value + index);
  const picked = await vscode.window.showQuickPick(
    years.map((count) => ({
      label: vscode.l10n.t("{0} years", count),
      description: vscode.l10n.t("until {0}", timeText(expiryInYears(count, Date.now())) ?? ""),
      count,
    })),
    {
      title: vscode.l10n.t("Generate a PGP Key for {0}", target.tenant),
      placeHolder: vscode.l10n.t("How long files can be encrypted for it"),
    },
  );
  if (!picked) {
    throw new CancelledError();
  }
  // The service's default is the least expiry, measured by its own clock.
  const body = picked.count === least.value ? {} : { expirationDate: expiryInYears(picked.count, Date.now()) };
  const title = vscode.l10n.t("Generating a key for {0}", target.tenant);
  const key = await callService(target, title, services, (client, signal) =>
    client.generatePgpKey({ body }, { signal }),
  );
  refreshGroup(target, "keys", services);
  const save = vscode.l10n.t("Save Public Key...");
  const text = vscode.l10n.t("The key {0} of {1} was generated.", key.keyID ?? "", target.tenant);
  if ((await showInformation(text, save)) === save) {
    await saveKey(target, key, services);
  }
}

/** Saves a public key as an armored file. */
export async function saveKey(target: TenantTarget, key: PgpKey, services: DataServices): Promise<void> {
  const armored = await publicKeyOf(target, key, services);
  const name = `${target.tenant.replace(/[^\w-]+/g, "_")}-${key.keyID ?? "key"}.asc`;
  const uri = await chooseSaveUri({
    title: vscode.l10n.t("Save Public Key"),
    name,
    filters: { [vscode.l10n.t("Armored PGP key")]: ["asc"] },
  });
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(armored));
}

/** Copies the fingerprint of a key, by which its recipients check that they have the right one. */
export async function copyFingerprint(target: TenantTarget, key: PgpKey, services: DataServices): Promise<void> {
  const fingerprint = fingerprintOf(await publicKeyOf(target, key, services));
  if (fingerprint === undefined) {
    throw new Error(vscode.l10n.t("The service sent no public key for {0} that can be read.", key.keyID ?? ""));
  }
  await vscode.env.clipboard.writeText(fingerprint);
}

/** Deletes a key pair after telling what depends on it. */
export async function deleteKey(
  target: TenantTarget,
  key: PgpKey,
  others: readonly PgpKey[],
  services: DataServices,
): Promise<void> {
  const { keyID = "", expiryDate, recipient } = key;
  const reading = vscode.l10n.t("Reading the key {0}", keyID);
  const { pendingFiles } = fieldsOf(
    await callService(target, reading, services, (client, signal) => client.getPgpKey({ path: { keyID } }, { signal })),
  );
  await confirmOn(
    target,
    vscode.l10n.t("Delete the PGP key {0}?", keyID),
    vscode.l10n.t("Delete"),
    [
      ...(recipient ? [vscode.l10n.t("Recipient: {0}", recipient)] : []),
      vscode.l10n.t("Expires: {0}", timeText(expiryDate) ?? ""),
      pendingText(isStringArray(pendingFiles) ? pendingFiles : undefined),
      vscode.l10n.t("Whoever still encrypts with its public key sends files that are refused."),
      others.length === 0
        ? vscode.l10n.t("It is the only key: until you generate another one, no encrypted file can be sent.")
        : vscode.l10n.t("Left: {0}", others.map(({ keyID: other = "" }) => other).join(", ")),
    ],
    services,
  );
  await callService(target, vscode.l10n.t("Deleting {0}", keyID), services, (client, signal) =>
    client.deletePgpKey({ path: { keyID } }, { signal }),
  );
  refreshGroup(target, "keys", services);
}

/** Tells which files wait in the inbox for a key. Undefined if the service does not say. */
function pendingText(files: readonly string[] | undefined): string {
  if (files === undefined || files.length === 0) {
    return files === undefined
      ? vscode.l10n.t("Files that were encrypted for it and are not loaded yet can never be read again.")
      : vscode.l10n.t("No file in the inbox waits for it.");
  }
  const named = files.slice(0, 5).join(", ");
  return files.length > 5
    ? vscode.l10n.t("In the inbox, never to be read again: {0} and {1} more", named, files.length - 5)
    : vscode.l10n.t("In the inbox, never to be read again: {0}", named);
}

/** Returns the armored public key, which a list may leave out. */
async function publicKeyOf(target: TenantTarget, key: PgpKey, services: DataServices): Promise<string> {
  const { keyID = "" } = key;
  const armored =
    key.publicKey ??
    (
      await callService(target, vscode.l10n.t("Reading the key {0}", keyID), services, (client, signal) =>
        client.getPgpKey({ path: { keyID } }, { signal }),
      )
    ).publicKey;
  if (!armored) {
    throw new Error(vscode.l10n.t("The service sent no public key for {0}. Generate another key.", keyID));
  }
  return armored;
}
