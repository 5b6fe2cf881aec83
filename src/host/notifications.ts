import * as vscode from "vscode";
import { disableLinks } from "./untrusted-text.ts";

type Show = (message: string, options: vscode.MessageOptions, ...buttons: string[]) => Thenable<string | undefined>;

/** Shows a message and returns the label of the button that the user pressed. Links in the texts are disabled. */
type ShowMessage = {
  (message: string, ...buttons: string[]): Promise<string | undefined>;
  (message: string, options: vscode.MessageOptions, ...buttons: string[]): Promise<string | undefined>;
};

export const showInformation = notifier((...message) => vscode.window.showInformationMessage(...message));
export const showWarning = notifier((...message) => vscode.window.showWarningMessage(...message));
export const showError = notifier((...message) => vscode.window.showErrorMessage(...message));

function notifier(show: Show): ShowMessage {
  return async (message: string, first?: vscode.MessageOptions | string, ...others: string[]) => {
    const { detail, ...options }: vscode.MessageOptions = typeof first === "object" ? first : {};
    const buttons = typeof first === "string" ? [first, ...others] : others;
    const shown = { ...options, ...(detail !== undefined && { detail: disableLinks(detail) }) };
    return await show(disableLinks(message), shown, ...buttons);
  };
}
