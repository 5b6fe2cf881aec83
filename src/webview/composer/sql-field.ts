import type { JobPath, ShownProblem } from "../../protocol/composer-view.ts";
import type { Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import { DelayedInput } from "./delayed-input.ts";
import { FieldFrame } from "./field-frame.ts";
import type { JobField, ProblemAnchor } from "./job-field.ts";
import type { PageContext } from "./page-context.ts";
import type { SqlEditor } from "./sql-editor-port.ts";

/** Field for the SQL of an action. It is a plain text area until the SQL editor is loaded, or if loading fails. */
export class SqlField implements JobField {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #area: HTMLTextAreaElement;
  readonly #box: HTMLElement;
  readonly #frame: FieldFrame;
  readonly #typed: DelayedInput;
  #text = "";
  #problems: readonly ShownProblem[] = [];
  #editor: SqlEditor | undefined;
  #isDisposed = false;

  constructor(context: PageContext) {
    this.#context = context;
    this.#area = element("textarea", { class: "input is-code", rows: 3, spellcheck: "false" });
    this.#box = element("div", { class: "sql" }, this.#area);
    this.#frame = new FieldFrame(context, { label: context.strings.sql, target: this.#area, content: this.#box });
    this.element = this.#frame.element;
    this.#typed = new DelayedInput(context, () =>
      context.set({ kind: "set", path: this.#frame.path, value: this.#text }),
    );
    this.#area.addEventListener("input", () => this.#changed(this.#area.value));
    this.#area.addEventListener("blur", () => this.#typed.flush());
    this.#watch();
  }

  show(value: Json | undefined, path: JobPath): void {
    this.#frame.path = path;
    this.#editor?.setLabel(this.#label());
    if (this.#typed.isBusy) {
      return;
    }
    this.#text = typeof value === "string" ? value : "";
    this.#editor?.setText(this.#text);
    const shown = this.#text.replaceAll(/\r\n?/g, "\n");
    if (this.#area.value !== shown) {
      this.#area.value = shown;
    }
  }

  anchors(): readonly ProblemAnchor[] {
    const { path } = this.#frame;
    return [
      {
        path,
        showProblems: (problems) => {
          this.#problems = problems;
          this.#editor?.setProblems(problems);
          this.#frame.showProblems(problems);
        },
      },
    ];
  }

  flush(): void {
    this.#typed.flush();
  }

  focus(): void {
    (this.#editor ?? this.#area).focus();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#editor?.dispose();
  }

  #label(): string {
    return this.#context.text("sqlOf", String(Number(this.#frame.path[2] ?? 0) + 1));
  }

  #changed(text: string): void {
    this.#text = text;
    this.#typed.typed();
  }

  /** Loads the editor, which is large, when the field becomes visible. */
  #watch(): void {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        observer.disconnect();
        this.#load().catch(this.#context.report);
      }
    });
    observer.observe(this.#box);
  }

  async #load(): Promise<void> {
    const { create } = await this.#context.loadSqlEditor();
    if (this.#isDisposed) {
      return;
    }
    const hadFocus = document.activeElement === this.#area;
    const container = element("div", { class: "sql-editor" });
    this.#area.hidden = true;
    this.#box.append(container);
    this.#editor = create({
      container,
      text: this.#text,
      label: this.#label(),
      onDidChange: (text) => this.#changed(text),
      onDidBlur: () => this.#typed.flush(),
      complete: async (offset, signal) => {
        this.#typed.flush();
        return await this.#context.complete(this.#frame.path, offset, signal);
      },
    });
    this.#editor.setProblems(this.#problems);
    if (hadFocus) {
      this.#editor.focus();
    }
  }
}
