import * as vscode from "vscode";
import { CancelledError } from "./cancellation.ts";
import { linkFree } from "./link-free.ts";

/** Result of a step when the user goes back to the previous one. */
export const back = Symbol("back");

/** Position of a step in its flow. */
export interface StepPosition {
  readonly title: string;
  /** Number of the step, from 1. */
  readonly step: number;
  readonly totalSteps: number;
}

export interface TextStep {
  readonly prompt: string;
  readonly value?: string;
  readonly placeHolder?: string;
  readonly isSecret?: boolean;
  /** Returns the problem of a text, or undefined if the text is valid. */
  readonly problemOf?: (text: string) => string | undefined;
}

export interface ChoiceStep<Value extends string> {
  readonly prompt: string;
  /** The current value. */
  readonly value?: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly detail: string }[];
}

/** Prompts for one text. Throws CancelledError on Escape. */
export function askText(position: StepPosition, step: TextStep): Promise<string | typeof back> {
  const input = vscode.window.createInputBox();
  show(input, position);
  input.prompt = linkFree(step.prompt);
  input.value = step.value ?? "";
  input.valueSelection = [0, input.value.length];
  input.placeholder = step.placeHolder;
  input.password = step.isSecret ?? false;
  const check = () => {
    const problem = step.problemOf?.(input.value);
    input.validationMessage = problem === undefined ? undefined : linkFree(problem);
    return input.validationMessage === undefined;
  };
  input.onDidChangeValue(check);
  return answerOf(input, () => (check() ? input.value : undefined));
}

/**
 * Prompts for one text outside of any flow; undefined on Escape. Prompt and problem are made link-free, as VS Code
 * would render links.
 */
export async function askLine(
  title: string,
  step: TextStep,
  { ignoreFocusOut = false } = {},
): Promise<string | undefined> {
  const { prompt, value, placeHolder, isSecret = false, problemOf } = step;
  return await vscode.window.showInputBox({
    title,
    prompt: linkFree(prompt),
    password: isSecret,
    ignoreFocusOut,
    ...(value !== undefined && { value }),
    ...(placeHolder !== undefined && { placeHolder }),
    ...(problemOf && {
      validateInput: (text) => {
        const problem = problemOf(text);
        return problem === undefined ? undefined : linkFree(problem);
      },
    }),
  });
}

/** Prompts for one of a few choices. Throws CancelledError on Escape. */
export function askChoice<Value extends string>(
  position: StepPosition,
  { prompt, value, choices }: ChoiceStep<Value>,
): Promise<Value | typeof back> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly value: Value }>();
  show(pick, position);
  pick.placeholder = prompt;
  pick.items = choices.map((choice) => ({
    ...choice,
    description: choice.value === value ? vscode.l10n.t("current") : "",
  }));
  const current = pick.items.filter((item) => item.value === value);
  // With an empty list no item would be highlighted, and Enter would do nothing.
  if (current.length > 0) {
    pick.activeItems = current;
  }
  return answerOf(pick, () => pick.activeItems[0]?.value);
}

function show(
  input: vscode.QuickInput & { buttons: readonly vscode.QuickInputButton[] },
  position: StepPosition,
): void {
  input.title = position.title;
  input.step = position.step;
  input.totalSteps = position.totalSteps;
  input.ignoreFocusOut = true;
  input.buttons = position.step > 1 ? [vscode.QuickInputButtons.Back] : [];
}

function answerOf<Value>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem & { readonly value: string }>,
  accepted: () => Value | undefined,
): Promise<Value | typeof back> {
  return new Promise<Value | typeof back>((resolve, reject) => {
    input.onDidAccept(() => {
      const value = accepted();
      if (value !== undefined) {
        resolve(value);
      }
    });
    input.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) {
        resolve(back);
      }
    });
    input.onDidHide(() => reject(new CancelledError()));
    input.show();
  }).finally(() => input.dispose());
}
