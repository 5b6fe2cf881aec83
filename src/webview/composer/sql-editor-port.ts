import type { CompletionOffer, ShownProblem } from "../../protocol/composer-view.ts";

export interface SqlEditorOptions {
  readonly container: HTMLElement;
  readonly text: string;
  /** What a screen reader calls the editor. */
  readonly label: string;
  onDidChange(text: string): void;
  onDidBlur(): void;
  /** What may stand at an offset of the text. */
  complete(offset: number, signal: AbortSignal): Promise<SqlCompletion>;
}

export interface SqlCompletion {
  readonly offers: readonly CompletionOffer[];
  readonly isIncomplete: boolean;
}

/** An editor of one SQL text. */
export interface SqlEditor {
  /** Shows another text and leaves the cursor where it was, as far as the text allows. */
  setText(text: string): void;
  setLabel(label: string): void;
  /** Underlines those problems that have a span. */
  setProblems(problems: readonly ShownProblem[]): void;
  focus(): void;
  dispose(): void;
}

/** How the editor's own bundle, loaded with the first SQL that is shown, reaches the page that loaded it. */
export interface SqlEditorGlobal {
  workforceSqlEditor?: { readonly create: (options: SqlEditorOptions) => SqlEditor };
}
