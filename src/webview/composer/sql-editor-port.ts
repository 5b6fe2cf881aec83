import type { CompletionOffer, ShownProblem } from "../../protocol/composer-view.ts";
import { element } from "../element.ts";

export interface SqlEditorOptions {
  readonly container: HTMLElement;
  readonly text: string;
  /** Accessible name of the editor. */
  readonly label: string;
  onDidChange(text: string): void;
  onDidBlur(): void;
  /** Returns completions for the text at an offset. */
  complete(offset: number, signal: AbortSignal): Promise<SqlCompletion>;
}

export interface SqlCompletion {
  readonly offers: readonly CompletionOffer[];
  readonly isIncomplete: boolean;
}

/** Editor of one SQL text. */
export interface SqlEditor {
  /** Replaces the text. Keeps the cursor where possible. */
  setText(text: string): void;
  setLabel(label: string): void;
  /** Underlines the text of problems that have a span. */
  setProblems(problems: readonly ShownProblem[]): void;
  focus(): void;
  dispose(): void;
}

/** Global object through which the separately loaded editor bundle provides its functions to the page. */
export interface SqlEditorGlobal {
  workforceSqlEditor?: { readonly create: (options: SqlEditorOptions) => SqlEditor };
}

type SqlEditors = NonNullable<SqlEditorGlobal["workforceSqlEditor"]>;

export type SqlEditorLoader = () => Promise<SqlEditors>;

/** Returns a function that loads the SQL editor's bundle once. The page's nonce allows the script. */
export function createSqlEditorLoader(scriptUri: string, styleUri: string, nonce: string): SqlEditorLoader {
  let loading: Promise<SqlEditors> | undefined;
  return () => {
    loading ??= new Promise((resolve, reject) => {
      const script = element("script", { src: scriptUri });
      script.nonce = nonce;
      script.addEventListener("load", () => {
        const { workforceSqlEditor } = globalThis as SqlEditorGlobal;
        if (workforceSqlEditor) {
          resolve(workforceSqlEditor);
        } else {
          reject(new Error("The SQL editor did not start."));
        }
      });
      script.addEventListener("error", () => {
        loading = undefined;
        script.remove();
        reject(new Error("The SQL editor could not be loaded."));
      });
      document.head.append(element("link", { rel: "stylesheet", href: styleUri }), script);
    });
    return loading;
  };
}
