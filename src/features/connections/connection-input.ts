import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { CancelledError } from "../../host/cancellation.ts";
import { askChoice, askText, back, type StepPosition } from "../../host/step-input.ts";
import { type ConnectionDraft, connectionOf, draftOf, type FormField, fieldsOf } from "./connection-form-model.ts";
import { choiceOf, requiredProblem, textStepOf } from "./connection-form-steps.ts";
import type { Connection, ConnectionSecrets } from "./connection-model.ts";

/** Prompts for a connection step by step. Throws CancelledError on Escape, before anything is stored. */
export async function askConnection(
  known?: Connection,
  knownSecrets?: ConnectionSecrets,
): Promise<{ connection: Connection; secrets: ConnectionSecrets }> {
  const title = known ? vscode.l10n.t("Edit Connection") : vscode.l10n.t("Add Connection");
  let draft = draftOf(known);
  let index = 0;
  for (let fields = fieldsOf(draft); index < fields.length; fields = fieldsOf(draft)) {
    const field = fields[index] ?? "host";
    const answer = await ask(field, draft, knownSecrets, { title, step: index + 1, totalSteps: fields.length });
    if (answer === back) {
      index--;
    } else {
      draft = { ...draft, [field]: answer };
      index++;
    }
  }
  return connectionOf(draft, known?.id ?? randomUUID(), knownSecrets);
}

/** Prompts for the password of an existing connection. */
export async function askPassword({ label, username }: Connection): Promise<string> {
  const position = { title: vscode.l10n.t("Sign In to {0}", label), step: 1, totalSteps: 1 };
  const prompt = vscode.l10n.t("Password of {0}", username);
  const answer = await askText(position, { prompt, isSecret: true, problemOf: requiredProblem });
  return answer === back ? "" : answer;
}

async function ask(
  field: FormField,
  draft: ConnectionDraft,
  secrets: ConnectionSecrets | undefined,
  position: StepPosition,
): Promise<string | typeof back> {
  if (field === "assertionFile") {
    return await askFile(position.title, vscode.l10n.t("Use This Assertion"), draft.assertionFile);
  }
  if (field === "profileFile") {
    return await askFile(position.title, vscode.l10n.t("Use This Profile"), draft.profileFile);
  }
  const choice = choiceOf(field, draft);
  return choice ? await askChoice(position, choice) : await askText(position, textStepOf(field, draft, secrets));
}

async function askFile(title: string, openLabel: string, known: string): Promise<string> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel,
      ...(known !== "" && { defaultUri: vscode.Uri.file(known) }),
    })) ?? [];
  if (!file) {
    throw new CancelledError();
  }
  return file.fsPath;
}
