import * as vscode from "vscode";
import { askText, backStep } from "./step-input.ts";

/** Parameter that a user is asked for. */
interface AskedParameter {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isRequired?: true;
  readonly isSecret?: true;
  /** Whether the value is the text of a file, of which the path is asked for. */
  readonly isFile?: true;
  /** Value of a parameter that is left out. */
  readonly defaultValue?: string;
  /** Value that is there already. */
  readonly value?: string;
}

/**
 * Asks for the name of a credential and for each of its parameters; returns the parameters that were given. A step back
 * returns to the one before. What is typed is kept nowhere. Throws CancelledError on Escape.
 */
export async function askParameters(
  title: string,
  name: string,
  parameters: readonly AskedParameter[],
): Promise<{ readonly displayName: string; readonly values: Readonly<Record<string, string>> }> {
  const answers: string[] = [];
  const totalSteps = parameters.length + 1;
  while (answers.length < totalSteps) {
    const step = answers.length;
    const parameter = parameters[step - 1];
    const position = { title, step: step + 1, totalSteps };
    const answer = parameter
      ? await askText(position, {
          prompt: promptOf(parameter),
          placeHolder: parameter.defaultValue ?? parameter.title,
          isSecret: parameter.isSecret === true && !parameter.isFile,
          ...(parameter.value !== undefined && { value: parameter.value }),
          problemOf: (text) =>
            parameter.isRequired && text.trim() === "" ? vscode.l10n.t("{0} is needed.", parameter.title) : undefined,
        })
      : await askText(position, {
          prompt: vscode.l10n.t("Name by which the credential is found again."),
          value: name,
          problemOf: (text) => (text.trim() === "" ? vscode.l10n.t("A name is needed.") : undefined),
        });
    if (answer === backStep) {
      answers.pop();
    } else {
      answers.push(answer);
    }
  }
  const [displayName = "", ...values] = answers;
  const given: (readonly [string, string])[] = [];
  for (const [index, { name: field, isFile }] of parameters.entries()) {
    const value = values[index] ?? "";
    if (value !== "") {
      given.push([field, isFile ? await readText(value) : value]);
    }
  }
  return { displayName: displayName.trim(), values: Object.fromEntries(given) };
}

function promptOf({ description, isRequired, isFile }: AskedParameter): string {
  // An input box takes no line breaks.
  const what = isFile ? vscode.l10n.t("Path of the file. {0}", description) : description;
  return isRequired ? what : vscode.l10n.t("{0} Leave it empty to do without.", what);
}

async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(path)));
  } catch (error) {
    throw new Error(vscode.l10n.t("{0} cannot be read.", path), { cause: error });
  }
}
