import * as vscode from "vscode";
import { TenantCode } from "../../contract/tenant-code.ts";
import { formatColumns } from "../../host/amounts.ts";
import type { ChoiceStep, TextStep } from "../../host/step-input.ts";
import {
  type IntakeDraft,
  type IntakeKind,
  isUploadFileName,
  type PickableObject,
  type PickableSource,
} from "./intake-kind-model.ts";

/** Open transaction to which another file can be added. */
export interface OpenTransaction {
  readonly id: string;
  readonly created: string;
}

export function kindStep(kinds: readonly IntakeKind[]): ChoiceStep<IntakeKind> {
  const texts: Readonly<Record<IntakeKind, readonly [label: string, detail: string]>> = {
    rows: [
      vscode.l10n.t("Rows into a Source"),
      vscode.l10n.t("JSON batches of at most 10 MB and 300,000 rows; continues where it stopped"),
    ],
    file: [
      vscode.l10n.t("File into Sources"),
      vscode.l10n.t("A transfer session with the file as it is, CSV or ZIP, at most 3 GB"),
    ],
    tenantZip: [
      vscode.l10n.t("ZIP of Analytic Tenants"),
      vscode.l10n.t("For an administrating tenant: a folder of CSV files for each analytic tenant"),
    ],
    object: [
      vscode.l10n.t("File into an Analytic Object"),
      vscode.l10n.t("Direct data intake: a transaction, whose commit starts a processing job"),
    ],
    upload: [
      vscode.l10n.t("Upload of a Data File"),
      vscode.l10n.t("ZIP, CSV, XLS or XLSX, plain or PGP-encrypted, at most 500 MB"),
    ],
  };
  return {
    prompt: vscode.l10n.t("How to send the file to the service"),
    choices: kinds.map((value) => ({ value, label: texts[value][0], detail: texts[value][1] })),
  };
}

export function sourceStep(sources: readonly PickableSource[], canUseFileNames: boolean): ChoiceStep<string> {
  const byNames = {
    value: "",
    label: vscode.l10n.t("By the Names of the Files"),
    detail: vscode.l10n.t("Each file goes to the source whose file-name pattern it matches"),
  };
  const choices = sources.map(({ id, name, objectName, columnCount }) => ({
    value: id,
    label: name || id,
    detail: [objectName, formatColumns(columnCount), id].filter((part) => part !== "").join(" · "),
  }));
  return {
    prompt: vscode.l10n.t("Source that takes the data"),
    choices: canUseFileNames ? [byNames, ...choices] : choices,
  };
}

export function afterTransferStep(): ChoiceStep<IntakeDraft["after"]> {
  return {
    prompt: vscode.l10n.t("What happens when everything was sent"),
    choices: [
      {
        value: "receive",
        label: vscode.l10n.t("Receive"),
        detail: vscode.l10n.t("A receiving job validates and stores the data"),
      },
      {
        value: "process",
        label: vscode.l10n.t("Receive and Process"),
        detail: vscode.l10n.t("A processing job follows and generates a data version"),
      },
    ],
  };
}

export function loadStep(): ChoiceStep<IntakeDraft["load"]> {
  return {
    prompt: vscode.l10n.t("What happens when the file was uploaded"),
    choices: [
      {
        value: "wait",
        label: vscode.l10n.t("Leave It in the Inbox"),
        detail: vscode.l10n.t("Nothing is loaded until a load is started"),
      },
      {
        value: "receive",
        label: vscode.l10n.t("Receive"),
        detail: vscode.l10n.t("A receiving job decrypts, validates and stores the data"),
      },
      {
        value: "process",
        label: vscode.l10n.t("Receive and Process"),
        detail: vscode.l10n.t("A processing job follows and publishes a data version"),
      },
    ],
  };
}

export function transactionStep(open: readonly OpenTransaction[]): ChoiceStep<string> {
  return {
    prompt: vscode.l10n.t("Transaction that takes the file"),
    choices: [
      {
        value: "",
        label: vscode.l10n.t("New Transaction"),
        detail: vscode.l10n.t("Can be rolled back until it is committed"),
      },
      ...open.map(({ id, created }) => ({ value: id, label: id, detail: vscode.l10n.t("Open since {0}", created) })),
    ],
  };
}

export function commitStep(): ChoiceStep<IntakeDraft["commit"]> {
  return {
    prompt: vscode.l10n.t("What happens when the file was sent"),
    choices: [
      {
        value: "commit",
        label: vscode.l10n.t("Commit"),
        detail: vscode.l10n.t("A processing job starts; the transaction takes no more files"),
      },
      {
        value: "open",
        label: vscode.l10n.t("Leave the Transaction Open"),
        detail: vscode.l10n.t("For more files; nothing is processed yet"),
      },
    ],
  };
}

export function tenantCodeStep(value: string): TextStep {
  const { pattern = "" } = TenantCode as { readonly pattern?: string };
  return {
    prompt: vscode.l10n.t("Code of the analytic tenant of the data; leave it empty for the tenant of the connection"),
    placeHolder: "WFF_acme",
    value,
    problemOf: (text) =>
      text === "" || new RegExp(pattern).test(text)
        ? undefined
        : vscode.l10n.t("A code has the form WFF_<code> or WFF_<code>~<code>."),
  };
}

/** Choice of `objectStep` that stands for an object that is not listed. */
export const otherObject = "";

export function objectStep(objects: readonly PickableObject[]): ChoiceStep<string> {
  return {
    prompt: vscode.l10n.t("Analytic object that takes the file"),
    choices: [
      ...objects.map(({ name, columnCount, isMatching }) => ({
        value: name,
        label: name,
        detail: [formatColumns(columnCount), isMatching ? vscode.l10n.t("matches the name of the file") : ""]
          .filter((part) => part !== "")
          .join(" · "),
      })),
      {
        value: otherObject,
        label: vscode.l10n.t("Another Object..."),
        detail: vscode.l10n.t("By its name, which is case-sensitive"),
      },
    ],
  };
}

export function objectNameStep(value: string): TextStep {
  return {
    prompt: vscode.l10n.t("Analytic object, or object--property for a property of many values"),
    placeHolder: "Employee",
    value,
    problemOf: (text) => (text.trim() === "" ? vscode.l10n.t("This is required.") : undefined),
  };
}

export function filenameStep(value: string): TextStep {
  return {
    prompt: vscode.l10n.t("Name of the file at the service"),
    value,
    problemOf: (text) =>
      isUploadFileName(text)
        ? undefined
        : vscode.l10n.t("The name must end in .zip, .csv, .xls or .xlsx, and .pgp after it when it is encrypted."),
  };
}
