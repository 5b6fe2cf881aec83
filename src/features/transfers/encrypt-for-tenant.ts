import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import type { Client } from "../../client/call/client.ts";
import type { PgpKey } from "../../contract/pgp-keys.ts";
import { requireOperations } from "../../host/availability.ts";
import { CancelledError } from "../../host/cancellation.ts";
import * as commandIds from "../../host/command-ids.ts";
import { chooseFile } from "../../host/file-dialogs.ts";
import { showInformation, showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { encryptFile, encryptionWorkerFileName } from "./encryption.ts";
import { isUploadFileName } from "./intake-kind-model.ts";
import { withTransferProgress } from "./transfer-progress.ts";
import type { TransferTarget } from "./transfer-services.ts";

/** Encryption key, and the program that encrypts. */
interface EncryptionParts {
  /** Id of the key. If undefined, the only valid key, or the user is asked. */
  readonly keyID: string | undefined;
  /** Folder of the bundled programs. */
  readonly programFolder: string;
}

/**
 * Encrypts a data file for a tenant, with a public key from its service. `item` is the argument
 * of the command: the file of a context menu, or else the user is asked. Writes the encrypted file beside the data file and returns it if it is to be sent.
 */
export async function encryptForTenant(
  target: TransferTarget,
  item: unknown,
  parts: EncryptionParts,
): Promise<vscode.Uri | undefined> {
  requireOperations(target, vscode.l10n.t("Encrypting files"), ["listPgpKeys", "getPgpKey"]);
  const file = await chooseFile(item, {
    title: vscode.l10n.t("Encrypt a File for the Tenant"),
    openLabel: vscode.l10n.t("Encrypt"),
    filters: { [vscode.l10n.t("Data Files")]: ["csv", "zip", "xls", "xlsx"] },
  });
  const name = path.basename(file);
  if (!isUploadFileName(`${name}.pgp`)) {
    throw new Error(
      vscode.l10n.t('Encrypted files are data files: choose a CSV, ZIP, XLS or XLSX file, not "{0}".', name),
    );
  }
  const encrypted = `${file}.pgp`;
  await confirmReplacement(encrypted);
  const { keyID, recipient } = await encryptInto(encrypted, file, target, parts);
  const send = vscode.l10n.t("Send...");
  const text = vscode.l10n.t(
    "{0} is beside {1}, encrypted for the key {2}. Only the service of {3} can read it.",
    `${name}.pgp`,
    name,
    keyID,
    recipient ?? target.tenant ?? target.connection,
  );
  return (await showInformation(text, send)) === send ? vscode.Uri.file(encrypted) : undefined;
}

/** Encrypts a file again if the file that it was made of, which is beside it, was changed since. */
export async function encryptChangedFile(
  encrypted: string,
  target: TransferTarget,
  parts: EncryptionParts,
): Promise<void> {
  const plain = plainFileOf(encrypted);
  if (plain !== encrypted && (await modifiedAt(plain)) > (await modifiedAt(encrypted))) {
    await encryptInto(encrypted, plain, target, parts);
  }
}

/** Returns the data file beside an encrypted file of which it was made; the file itself if there is none. */
export function plainFileOf(file: string): string {
  const plain = file.replace(/\.(pgp|gpg|asc)$/i, "");
  return existsSync(plain) ? plain : file;
}

async function modifiedAt(file: string): Promise<number> {
  return (await stat(file)).mtimeMs;
}

/** Encrypts a file, and replaces the encrypted file. Returns the key. */
async function encryptInto(
  encrypted: string,
  file: string,
  target: TransferTarget,
  { keyID, programFolder }: EncryptionParts,
): Promise<PgpKey & { readonly keyID: string }> {
  const { client } = await target.session();
  const key = await chooseKey(target, keyID, client);
  const { size } = await stat(file);
  const title = vscode.l10n.t("Encrypt {0} for {1}", path.basename(file), key.keyID);
  await withTransferProgress(title, (signal, onProgress) =>
    encryptFile(
      { source: file, target: encrypted, publicKey: key.publicKey },
      path.join(programFolder, encryptionWorkerFileName),
      signal,
      ({ bytes }) => onProgress({ bytes, totalBytes: size }),
    ),
  );
  return key;
}

/** Returns the key with an id, or the only key that has not expired, or asks for one. Reads its public key. */
async function chooseKey(
  target: TransferTarget,
  keyID: string | undefined,
  client: Client,
): Promise<PgpKey & { readonly keyID: string; readonly publicKey: string }> {
  const reading = vscode.l10n.t("Reading the PGP keys");
  const { keys = [] } = await withProgress("notification", reading, (signal) => client.listPgpKeys({}, { signal }));
  const now = Date.now();
  const valid = keys.filter(({ expiryDate }) => !(Date.parse(expiryDate ?? "") <= now)).reverse();
  const key =
    keyID === undefined
      ? valid.length > 1
        ? await pickKey(valid)
        : valid[0]
      : keys.find((candidate) => candidate.keyID === keyID);
  if (!key?.keyID) {
    return await offerNewKey(target);
  }
  const id = key.keyID;
  const { publicKey } =
    key.publicKey === undefined
      ? await withProgress("notification", reading, (signal) => client.getPgpKey({ path: { keyID: id } }, { signal }))
      : key;
  if (!publicKey) {
    throw new Error(vscode.l10n.t("The service sent no public key for {0}. Generate another key.", id));
  }
  return { ...key, keyID: id, publicKey };
}

/** Asks for one of several keys, newest first. */
async function pickKey(keys: readonly PgpKey[]): Promise<PgpKey> {
  const picked = await vscode.window.showQuickPick(
    keys.map((key) => ({
      label: key.keyID ?? "",
      description: vscode.l10n.t("until {0}", (key.expiryDate ?? "").slice(0, 10)),
      key,
    })),
    { title: vscode.l10n.t("Encrypt a File for the Tenant"), placeHolder: vscode.l10n.t("Key of the tenant") },
  );
  if (!picked) {
    throw new CancelledError();
  }
  return picked.key;
}

async function offerNewKey({ connection, tenant }: TransferTarget): Promise<never> {
  const generate = vscode.l10n.t("Generate PGP Key...");
  const text = vscode.l10n.t("{0} has no PGP key that is valid.", tenant ?? connection);
  if ((await showWarning(text, generate)) === generate) {
    await vscode.commands.executeCommand(commandIds.generatePgpKey);
  }
  throw new CancelledError();
}

async function confirmReplacement(file: string): Promise<void> {
  const replace = vscode.l10n.t("Replace");
  if (existsSync(file)) {
    const text = vscode.l10n.t("{0} exists. Replace it?", path.basename(file));
    if ((await showWarning(text, { modal: true }, replace)) !== replace) {
      throw new CancelledError();
    }
  }
}
