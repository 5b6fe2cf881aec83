import { fillText } from "../../protocol/fill-text.ts";
import { replaceSecretsInValue } from "../../protocol/form-secrets.ts";
import { type FormShape, isJsonObject, type Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import type { Control, FieldProblem, FormContext } from "../forms/control.ts";
import { FieldFrame } from "../forms/control-frames.ts";
import { TabList } from "./tab-list.ts";

/** Placeholder for secrets in the JSON. */
const hidden = "***";

/** Pane for editing the request body, as a form or as JSON. Both show the same value. */
export class BodyPane implements Control {
  readonly element: HTMLElement;
  readonly #context: FormContext;
  readonly #shape: FormShape;
  readonly #form: Control;
  readonly #tabs: TabList;
  readonly #text = element("textarea", { class: "input is-code json", rows: 14, spellcheck: "false" });
  readonly #frame: FieldFrame;

  constructor(context: FormContext, label: string, shape: FormShape) {
    const { strings } = context;
    this.#context = context;
    this.#shape = shape;
    this.#form = context.make(shape, label, true);
    this.#frame = new FieldFrame(context, strings.jsonBody, "", this.#text, this.#text);
    this.#text.addEventListener("input", () => {
      this.#frame.setError("");
      context.changed();
    });
    this.#tabs = new TabList(label, [
      { label: strings.form, panel: element("div", {}, this.#form.element), open: () => this.#readText() },
      { label: strings.json, panel: element("div", {}, this.#frame.element), open: () => this.#writeText() },
    ]);
    this.element = this.#tabs.element;
  }

  /** Returns the value. Undefined if the JSON is invalid; `problems` then has the reason. */
  read(): Json | undefined {
    if (this.#isForm) {
      return this.#form.read();
    }
    const parsed = this.#parse();
    return "value" in parsed ? parsed.value : undefined;
  }

  write(value: Json | undefined): void {
    this.#form.write(value);
    if (!this.#isForm) {
      this.#writeText();
    }
  }

  setRequired(): void {}

  problems(): readonly FieldProblem[] {
    if (this.#isForm) {
      return this.#form.problems();
    }
    const parsed = this.#parse();
    if ("problem" in parsed) {
      return [{ path: [], text: parsed.problem }];
    }
    // The hidden form checks the value, because it has the rules.
    this.#form.write(parsed.value);
    return this.#form.problems().map(({ path, text }) => ({ path, text: [path.join("."), text].join(": ") }));
  }

  showProblem(path: readonly string[], text: string): void {
    if (this.#isForm) {
      this.#form.showProblem(path, text);
    } else {
      this.#frame.setError(text);
      this.#markPlace(path.at(-1));
    }
  }

  clearProblems(): void {
    this.#form.clearProblems();
    this.#frame.setError("");
  }

  focus(): void {
    if (this.#isForm) {
      this.#form.focus();
    } else {
      this.#text.focus();
    }
  }

  get #isForm(): boolean {
    return this.#tabs.selected === 0;
  }

  #readText(): boolean {
    const parsed = this.#parse();
    if ("problem" in parsed) {
      this.#frame.setError(parsed.problem);
      this.#text.focus();
      return false;
    }
    this.#form.write(parsed.value);
    return true;
  }

  #writeText(): boolean {
    let hasHidden = false;
    const shown = replaceSecretsInValue(
      this.#shape,
      this.#form.read() ?? {},
      this.#context.definitions,
      (value, kind) => {
        hasHidden ||= kind === "secret";
        return kind === "secret" ? hidden : value;
      },
      "body",
    );
    this.#text.value = JSON.stringify(shown, undefined, 2);
    this.#frame.setError("");
    this.#frame.setExtraNote(hasHidden ? fillText(this.#context.strings.jsonHidden, hidden) : "");
    return true;
  }

  #parse(): { readonly value: Json } | { readonly problem: string } {
    const text = this.#text.value.trim();
    try {
      return { value: restore(text === "" ? {} : JSON.parse(text), this.#form.read()) };
    } catch (error) {
      return { problem: fillText(this.#context.strings.jsonInvalid, failureMessageOf(error)) };
    }
  }

  /** Selects the name of the field in the text, if it occurs. */
  #markPlace(name: string | undefined): void {
    const target = name === undefined ? -1 : this.#text.value.indexOf(JSON.stringify(name));
    if (name !== undefined && target >= 0) {
      this.#text.setSelectionRange(target, target + JSON.stringify(name).length);
    }
  }
}

/** Replaces the placeholders in the JSON by the secrets of the value that it was created from. */
function restore(value: Json, held: Json | undefined): Json {
  if (value === hidden && typeof held === "string") {
    return held;
  }
  if (Array.isArray(value)) {
    return value.map((item: Json, index) => restore(item, Array.isArray(held) ? (held[index] as Json) : undefined));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const entries = Object.entries(value).map(
    ([name, item]) => [name, restore(item, isJsonObject(held) ? held[name] : undefined)] as const,
  );
  return Object.fromEntries(entries);
}
