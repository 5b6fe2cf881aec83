import * as vscode from "vscode";

/** Functions of the window that a test answers itself, until they are given back. */
export class ReplacedWindow {
  readonly #originals = new Map<keyof typeof vscode.window, unknown>();

  replace(name: keyof typeof vscode.window, answer: (...args: never[]) => unknown): void {
    if (!this.#originals.has(name)) {
      this.#originals.set(name, vscode.window[name]);
    }
    Object.assign(vscode.window, { [name]: answer });
  }

  giveBack(): void {
    Object.assign(vscode.window, Object.fromEntries(this.#originals));
    this.#originals.clear();
  }
}
