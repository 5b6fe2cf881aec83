import * as vscode from "vscode";
import { CancelledError } from "./cancellation.ts";
import { disableLinks } from "./untrusted-text.ts";

/** Result of an input step when the user presses the back button. */
export const backStep = Symbol("back");

/** Position of an input step in a multi-step dialog. */
export interface StepPosition {
  readonly title: string;
  /** Number of the step; numbering starts at 1. */
  readonly step: number;
  readonly totalSteps: number;
}

export interface TextStep {
  readonly prompt: string;
  readonly value?: string;
  readonly placeHolder?: string;
  readonly isSecret?: boolean;
  /** Validates an entered text. Returns the problem as a message, or undefined if the text is valid. */
  readonly problemOf?: (text: string) => string | undefined;
}

export interface ChoiceStep<Value extends string> {
  readonly prompt: string;
  /** Value of the choice that is selected at first. */
  readonly value?: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly detail: string }[];
}

/** Prompts the user for a text in a multi-step dialog. Throws CancelledError on Escape. */
export function askText(position: StepPosition, step: TextStep): Promise<string | typeof backStep> {
  const input = vscode.window.createInputBox();
  show(input, position);
  input.prompt = disableLinks(step.prompt);
  input.value = step.value ?? "";
  input.valueSelection = [0, input.value.length];
  input.placeholder = step.placeHolder;
  input.password = step.isSecret ?? false;
  const check = () => {
    const problem = step.problemOf?.(input.value);
    input.validationMessage = problem === undefined ? undefined : disableLinks(problem);
    return input.validationMessage === undefined;
  };
  input.onDidChangeValue(check);
  return answerOf(input, () => (check() ? input.value : undefined));
}

/**
 * Prompts the user for a single text. Returns undefined on Escape. Removes links from the prompt and the validation
 * message, because VS Code would render them.
 */
export async function askLine(
  title: string,
  step: TextStep,
  { ignoreFocusOut = false } = {},
): Promise<string | undefined> {
  const { prompt, value, placeHolder, isSecret = false, problemOf } = step;
  return await vscode.window.showInputBox({
    title,
    prompt: disableLinks(prompt),
    password: isSecret,
    ignoreFocusOut,
    ...(value !== undefined && { value }),
    ...(placeHolder !== undefined && { placeHolder }),
    ...(problemOf && {
      validateInput: (text) => {
        const problem = problemOf(text);
        return problem === undefined ? undefined : disableLinks(problem);
      },
    }),
  });
}

/** Prompts the user for one of a few choices in a multi-step dialog. Throws CancelledError on Escape. */
export function askChoice<Value extends string>(
  position: StepPosition,
  { prompt, value, choices }: ChoiceStep<Value>,
): Promise<Value | typeof backStep> {
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
  return answerOf(pick, () => pick.selectedItems[0]?.value);
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
): Promise<Value | typeof backStep> {
  return new Promise<Value | typeof backStep>((resolve, reject) => {
    input.onDidAccept(() => {
      const value = accepted();
      if (value !== undefined) {
        resolve(value);
      }
    });
    input.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) {
        resolve(backStep);
      }
    });
    input.onDidHide(() => reject(new CancelledError()));
    input.show();
  }).finally(() => input.dispose());
}
