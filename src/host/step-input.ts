import * as vscode from "vscode";
import { CancelledError } from "./cancellation.ts";
import { linkFree } from "./link-free.ts";

/** What a step gives when the user wants the one before it. */
export const back = Symbol("back");

/** Where a step stands in its flow. */
export interface StepPosition {
  readonly title: string;
  /** From 1. */
  readonly step: number;
  readonly totalSteps: number;
}

export interface TextStep {
  readonly prompt: string;
  readonly value?: string;
  readonly placeHolder?: string;
  readonly isSecret?: boolean;
  /** What is wrong with a text; nothing when it can be taken. */
  readonly problemOf?: (text: string) => string | undefined;
}

export interface ChoiceStep<Value extends string> {
  readonly prompt: string;
  /** The one that is in force now. */
  readonly value?: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly detail: string }[];
}

/** Asks for one text. Throws CancelledError on Escape. */
export function askText(place: StepPosition, step: TextStep): Promise<string | typeof back> {
  const input = vscode.window.createInputBox();
  show(input, place);
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

/** Asks for one text outside of any flow; nothing on Escape. VS Code would make links of prompt and problem. */
export async function askLine(
  title: string,
  step: TextStep,
  { ignoreFocusOut = false } = {},
): Promise<string | undefined> {
  const { prompt, value, placeHolder, problemOf } = step;
  return await vscode.window.showInputBox({
    title,
    prompt: linkFree(prompt),
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

/** Asks for one of a few. Throws CancelledError on Escape. */
export function askChoice<Value extends string>(
  place: StepPosition,
  { prompt, value, choices }: ChoiceStep<Value>,
): Promise<Value | typeof back> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly value: Value }>();
  show(pick, place);
  pick.placeholder = prompt;
  pick.items = choices.map((choice) => ({
    ...choice,
    description: choice.value === value ? vscode.l10n.t("current") : "",
  }));
  const current = pick.items.filter((item) => item.value === value);
  // Set to none, nothing would be marked, and Enter would do nothing.
  if (current.length > 0) {
    pick.activeItems = current;
  }
  return answerOf(pick, () => pick.activeItems[0]?.value);
}

function show(input: vscode.QuickInput & { buttons: readonly vscode.QuickInputButton[] }, place: StepPosition): void {
  input.title = place.title;
  input.step = place.step;
  input.totalSteps = place.totalSteps;
  input.ignoreFocusOut = true;
  input.buttons = place.step > 1 ? [vscode.QuickInputButtons.Back] : [];
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
