import type { CompletionOffer, ShownProblem } from "../../protocol/composer-view.ts";

export interface SqlEditorOptions {
  readonly container: HTMLElement;
  readonly text: string;
  /** Accessible name of the editor. */
  readonly label: string;
  onDidChange(text: string): void;
  onDidBlur(): void;
  /** Completes the text at an offset. */
  complete(offset: number, signal: AbortSignal): Promise<SqlCompletion>;
}

export interface SqlCompletion {
  readonly offers: readonly CompletionOffer[];
  readonly isIncomplete: boolean;
}

/** Editor of one SQL text. */
export interface SqlEditor {
  /** Replaces the text and keeps the cursor where possible. */
  setText(text: string): void;
  setLabel(label: string): void;
  /** Underlines the problems that have a span. */
  setProblems(problems: readonly ShownProblem[]): void;
  focus(): void;
  dispose(): void;
}

/** Global through which the separately loaded editor bundle offers its API to the page. */
export interface SqlEditorGlobal {
  workforceSqlEditor?: { readonly create: (options: SqlEditorOptions) => SqlEditor };
}
