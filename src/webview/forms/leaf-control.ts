import { fillCount, fillText } from "../../protocol/fill-text.ts";
import type { FormShape, Json } from "../../protocol/operation-form.ts";
import type { OperationsStrings } from "../../protocol/operations-strings.ts";
import { element } from "../element.ts";
import type { Control, FieldProblem, FormContext } from "./control.ts";
import { FieldFrame } from "./control-frames.ts";
import { formatJsonOrText } from "./notes.ts";

/** Form control for a value that fits in a single input. */
export class LeafControl implements Control {
  readonly #kind: InputKind;
  readonly #frame: FieldFrame;
  readonly #label: string;
  readonly #context: FormContext;
  #isRequired = false;
  /** Value that the input cannot show, kept until the user types. */
  #kept: { readonly value: Json } | undefined;

  constructor(context: FormContext, label: string, note: string, kind: InputKind) {
    this.#context = context;
    this.#label = label;
    this.#kind = kind;
    this.#frame = new FieldFrame(context, label, note, kind.input, kind.input);
    kind.input.addEventListener("input", () => {
      this.#keep(undefined);
      this.#frame.setError("");
      context.changed();
    });
  }

  get element(): HTMLElement {
    return this.#frame.element;
  }

  read(): Json | undefined {
    if (this.#kept) {
      return this.#kept.value;
    }
    const text = this.#kind.input.value;
    return text === "" ? undefined : this.#kind.toValue(text);
  }

  write(value: Json | undefined): void {
    const text = value === undefined ? "" : this.#kind.toText(value);
    const isShown = text !== undefined && (text !== "" || value === undefined);
    this.#kind.input.value = isShown ? text : "";
    this.#keep(isShown || value === undefined ? undefined : { value });
  }

  setRequired(isRequired: boolean): void {
    this.#isRequired = isRequired;
    this.#frame.setRequired(isRequired);
  }

  problems(): readonly FieldProblem[] {
    const value = this.read();
    if (value === undefined) {
      return this.#isRequired ? [{ path: [], text: fillText(this.#context.strings.requiredMissing, this.#label) }] : [];
    }
    const text = this.#kept ? undefined : this.#kind.check(value, this.#label);
    return text === undefined ? [] : [{ path: [], text }];
  }

  showProblem(_path: readonly string[], text: string): void {
    this.#frame.setError(text);
  }

  clearProblems(): void {
    this.#frame.setError("");
  }

  focus(): void {
    this.#kind.input.focus();
  }

  #keep(kept: { readonly value: Json } | undefined): void {
    this.#kept = kept;
    const note = kept ? fillText(this.#context.strings.keptValue, JSON.stringify(kept.value)) : "";
    this.#frame.setExtraNote(note);
  }
}

type LeafInput = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Converts a simple value to the text of an input and back. */
export interface InputKind {
  readonly input: LeafInput;
  /** Formats a value for the input. Undefined if the input cannot show the value. */
  toText(value: Json): string | undefined;
  /** Parses text that is not empty. Text that is not a valid value is returned as a string. */
  toValue(text: string): Json;
  /** Returns the problem of a value, or undefined. */
  check(value: Json, label: string): string | undefined;
}

type Shape<Kind extends FormShape["kind"]> = Extract<FormShape, { readonly kind: Kind }>;

/** Names of fields that usually have more than one line. */
const longNames =
  /(query|sql|formula|description|comment|question|statement|message|assertion|private_?key|public_?key|certificate)$/i;

export function createTextInputKind(shape: Shape<"text">, label: string, strings: OperationsStrings): InputKind {
  const { format, isSecret = false, minLength = 0, maxLength, pattern } = shape;
  const isLong = longNames.test(label);
  const common = { class: `input${isSecret ? " is-secret" : ""}`, autocomplete: "off", spellcheck: "false" };
  const input = isLong
    ? element("textarea", { ...common, rows: isSecret ? 2 : 4 })
    : element("input", { ...common, type: isSecret ? "password" : format === "date" ? "date" : "text" });
  return {
    input,
    // A date input of the browser is empty for text that is not a date.
    toText: (value) =>
      typeof value === "string" && (input.type !== "date" || /^\d{4}-\d\d-\d\d$/.test(value)) ? value : undefined,
    toValue: (text) => text,
    check: (value, name) => {
      if (typeof value !== "string") {
        return undefined;
      }
      const { length } = [...value];
      if (length < minLength) {
        return fillCount(minLength, [strings.tooShortOne, strings.tooShort], String, name);
      }
      if (maxLength !== undefined && length > maxLength) {
        return fillCount(maxLength, [strings.tooLongOne, strings.tooLong], String, name);
      }
      return pattern !== undefined && !matches(pattern, value)
        ? fillText(strings.badPattern, name, pattern)
        : undefined;
    },
  };
}

export function createNumberInputKind(shape: Shape<"number">, strings: OperationsStrings): InputKind {
  const { isInteger, minimum, maximum } = shape;
  return {
    // A number input would lose invalid text, and the mouse wheel would change its value.
    input: element("input", {
      class: "input is-number",
      type: "text",
      inputmode: isInteger ? "numeric" : "decimal",
      autocomplete: "off",
    }),
    toText: (value) => (typeof value === "number" || typeof value === "string" ? String(value) : undefined),
    toValue: (text) => {
      const value = Number(text);
      const isExact = isInteger ? Number.isSafeInteger(value) : Number.isFinite(value);
      return isExact && text.trim() !== "" ? value : text;
    },
    check: (value, name) => {
      if (typeof value !== "number") {
        return value === null ? undefined : fillText(isInteger ? strings.notInteger : strings.notNumber, name);
      }
      if (minimum !== undefined && value < minimum) {
        return fillText(strings.tooSmall, name, String(minimum));
      }
      return maximum !== undefined && value > maximum ? fillText(strings.tooLarge, name, String(maximum)) : undefined;
    },
  };
}

/** Creates a select field for known values, with an empty choice. */
export function createChoiceInputKind(values: readonly Json[], strings: OperationsStrings): InputKind {
  const texts = values.map((value) => JSON.stringify(value));
  const options = values.map((value, index) => element("option", { value: texts[index] }, optionText(value, strings)));
  return {
    input: element("select", { class: "select" }, element("option", { value: "" }, strings.leftOut), ...options),
    toText: (value) => texts.find((text) => text === JSON.stringify(value)),
    toValue: (text) => JSON.parse(text) as Json,
    check: () => undefined,
  };
}

export function createJsonInputKind(strings: OperationsStrings): InputKind {
  return {
    input: element("textarea", { class: "input is-code", rows: 3, autocomplete: "off", spellcheck: "false" }),
    // Invalid JSON stays as typed and is reported as a problem.
    toText: (value) => (isUnreadable(value) ? value : JSON.stringify(value, undefined, 2)),
    toValue: (text) => {
      try {
        return JSON.parse(text) as Json;
      } catch {
        return text;
      }
    },
    check: (value, name) => (isUnreadable(value) ? fillText(strings.jsonInvalid, name) : undefined),
  };
}

/** Whether the value is text that a JSON field could not parse: unlike a JSON string, it starts with a bracket. */
function isUnreadable(value: Json): value is string {
  return typeof value === "string" && /^\s*[[{]/.test(value);
}

function optionText(value: Json, strings: OperationsStrings): string {
  return typeof value === "boolean" ? (value ? strings.yes : strings.no) : formatJsonOrText(value);
}

function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    // Patterns in another regex dialect are checked only by the service.
    return true;
  }
}
