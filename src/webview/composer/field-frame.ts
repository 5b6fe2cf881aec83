import type { JobPath, ProblemSeverity, ShownProblem } from "../../protocol/composer-view.ts";
import { element, icon } from "../element.ts";
import type { ProblemAnchor } from "./job-field.ts";
import type { PageContext } from "./page-context.ts";

interface FrameOptions {
  readonly label: string;
  readonly note?: string;
  /** Element that receives the focus. */
  readonly target: HTMLElement;
  /** Content under the label; `target` if undefined. */
  readonly content?: Node;
  /** Whether the target is a group, which a `label` element cannot name. */
  readonly isGroup?: boolean;
}

/** Frame around a field with its label, note and problems. Screen readers read note and problems with the field. */
export class FieldFrame implements ProblemAnchor {
  readonly element: HTMLElement;
  readonly #target: HTMLElement;
  readonly #problems: ProblemList;
  readonly #note: HTMLElement;
  readonly #noteText: string;
  #hasError = false;
  path: JobPath = [];

  constructor(context: PageContext, { label, note = "", target, content = target, isGroup = false }: FrameOptions) {
    const id = context.nextId();
    target.id = id;
    this.#target = target;
    this.#noteText = note;
    this.#note = element("p", { class: "field-note", id: `${id}-note`, hidden: note === "" }, note);
    this.#problems = new ProblemList(context, `${id}-problems`);
    const name = isGroup
      ? element("span", { class: "field-label", id: `${id}-label` }, label)
      : element("label", { class: "field-label", for: id }, label);
    if (isGroup) {
      target.setAttribute("role", "group");
      target.setAttribute("aria-labelledby", `${id}-label`);
    }
    this.element = element("div", { class: "field" }, name, this.#note, content, this.#problems.element);
    this.#describe();
  }

  showProblems(problems: readonly ShownProblem[]): void {
    this.#problems.show(problems.map(({ severity, message }) => ({ severity, message })));
    this.#hasError = problems.some(({ severity }) => severity === "error");
    this.#describe();
  }

  /** Replaces the note of the field. An empty text restores the original note. */
  setNote(text: string): void {
    this.#note.textContent = text || this.#noteText;
    this.#note.hidden = this.#note.textContent === "";
    this.#describe();
  }

  #describe(): void {
    const ids = [this.#note, this.#problems.element].filter(({ hidden }) => !hidden).map(({ id }) => id);
    this.#target.toggleAttribute("aria-describedby", false);
    if (ids.length > 0) {
      this.#target.setAttribute("aria-describedby", ids.join(" "));
    }
    if (this.#hasError) {
      this.#target.setAttribute("aria-invalid", "true");
    } else {
      this.#target.removeAttribute("aria-invalid");
    }
  }
}

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
