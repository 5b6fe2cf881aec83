import type { ProblemSeverity } from "../../protocol/composer-view.ts";
import { element, icon } from "../element.ts";
import type { PageContext } from "./page-context.ts";

const icons: Readonly<Record<ProblemSeverity, string>> = { error: "error", warning: "warning", information: "info" };

/** List of the problems of one field. */
export class ProblemList {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  #shown = "";

  constructor(context: PageContext, id: string) {
    this.#context = context;
    this.element = element("ul", { class: "problems", id, hidden: true });
  }

  show(problems: readonly { readonly severity: ProblemSeverity; readonly message: string }[]): void {
    const now = JSON.stringify(problems);
    if (now === this.#shown) {
      return;
    }
    this.#shown = now;
    this.element.hidden = problems.length === 0;
    this.element.replaceChildren(
      ...problems.map(({ severity, message }) => {
        const word = element("span", { class: "visually-hidden" }, `${this.#context.strings[severity]}: `);
        return element("li", { class: `problem is-${severity}` }, icon(icons[severity]), word, message);
      }),
    );
  }
}
