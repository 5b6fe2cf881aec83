import { fillCount } from "../../protocol/fill-text.ts";
import {
  type CallValues,
  type FormShape,
  type OperationForm,
  type ParameterLocation,
  parameterLocations,
} from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import type { Control, FieldProblem } from "../forms/control.ts";
import { createFormContext } from "../forms/create-control.ts";
import { BodyPane } from "./body-pane.ts";
import type { PageContext } from "./page-context.ts";

/** Form for the arguments of an operation's call, grouped by path, query, headers and body. */
export class FormPane {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #controls = new Map<ParameterLocation, Control>();
  readonly #summary = element("p", { class: "message is-error", role: "alert", hidden: true });

  constructor(page: PageContext, form: OperationForm, onChange: () => void) {
    this.#context = page;
    const { strings, host, amounts } = page;
    let ids = 0;
    const context = createFormContext({
      strings,
      definitions: form.definitions,
      nextId: () => `field-${ids++}`,
      chooseFile: async () => (await host.request("chooseFile", {})).file,
      formatBytes: (bytes) => amounts.bytes(bytes),
      changed: onChange,
    });
    for (const target of parameterLocations) {
      const shape = form.places[target];
      if (shape) {
        const isJson = target === "body" && hasJsonView(form.bodyType, shape);
        this.#controls.set(
          target,
          isJson ? new BodyPane(context, strings.body, shape) : context.make(shape, strings[target], true),
        );
      }
    }
    const elements = [...this.#controls.values()].map((control) => control.element);
    const none = element("p", { class: "field-note" }, strings.noArguments);
    this.element = element(
      "section",
      { class: "arguments", "aria-label": strings.arguments },
      this.#summary,
      ...(elements.length > 0 ? elements : [none]),
    );
  }

  read(): CallValues {
    const entries = [...this.#controls].flatMap(([target, control]) => {
      const value = control.read();
      return value === undefined ? [] : [[target, value] as const];
    });
    return Object.fromEntries(entries);
  }

  write(values: CallValues): void {
    this.clearProblems();
    for (const [target, control] of this.#controls) {
      control.write(values[target]);
    }
  }

  /** Shows the problems of the arguments and focuses the first one. Returns true if there are none. */
  check(): boolean {
    this.clearProblems();
    const found = [...this.#controls].flatMap(([target, control]) =>
      control.problems().map((problem): FieldProblem => ({ ...problem, path: [target, ...problem.path] })),
    );
    const { strings } = this.#context;
    if (found.length > 0) {
      this.#show(found, fillCount(found.length, [strings.oneProblem, strings.problems], String));
    }
    return found.length === 0;
  }

  /** Shows a problem at a field, which is given by a path such as `body.filters[0].formula`. */
  showProblem(field: string, text: string): void {
    const path = field.replace(/\[(\d+)\]/g, ".$1").split(".");
    this.#show([{ path, text }], text);
  }

  clearProblems(): void {
    this.#summary.hidden = true;
    for (const control of this.#controls.values()) {
      control.clearProblems();
    }
  }

  #show(problems: readonly FieldProblem[], summary: string): void {
    for (const { path, text } of problems) {
      const [target, ...rest] = path;
      this.#controls.get(target as ParameterLocation)?.showProblem(rest, text);
    }
    this.#summary.textContent = summary;
    this.#summary.hidden = false;
    this.element
      .querySelector<HTMLElement>(":is([aria-invalid='true'], fieldset:has(> .field-error:not([hidden])))")
      ?.focus();
  }
}

/** Whether the body can be edited as JSON, which files cannot. */
function hasJsonView(bodyType: string | undefined, shape: FormShape): boolean {
  return shape.kind !== "file" && bodyType !== "multipart/form-data";
}
