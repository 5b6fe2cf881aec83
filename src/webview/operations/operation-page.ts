import { fillText } from "../../protocol/fill-text.ts";
import { withoutSecretsAndFiles } from "../../protocol/form-secrets.ts";
import type { CallValues, OperationForm } from "../../protocol/operation-form.ts";
import type { OperationsStrings } from "../../protocol/operations-strings.ts";
import type {
  CallRequest,
  CallTargetLabels,
  EventsToOperationsView,
  PastCall,
  RequestsFromOperationsView,
} from "../../protocol/operations-view.ts";
import { element, icon } from "../element.ts";
import { RovingFocus } from "../roving-focus.ts";
import { FormPane } from "./form-pane.ts";
import type { PageContext } from "./page-context.ts";
import { ResponsePane } from "./response-pane.ts";
import { SendBar } from "./send-bar.ts";

/** List of past calls, whose values can be used again. */
class HistoryPane {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #list = element("ul", { class: "history-list" });
  readonly #none: HTMLElement;
  readonly #clear: HTMLButtonElement;
  readonly #use: (values: CallValues) => void;

  constructor(context: PageContext, use: (values: CallValues) => void) {
    const { strings, host } = context;
    this.#context = context;
    this.#use = use;
    this.#none = element("p", { class: "field-note" }, strings.noHistory);
    this.#clear = element("button", { type: "button", class: "link-button" }, strings.clearHistory);
    this.#clear.addEventListener("click", () => void host.request("clearHistory", {}).catch(context.report));
    this.element = element(
      "details",
      { class: "history" },
      element("summary", {}, strings.history),
      this.#none,
      this.#list,
      this.#clear,
    );
  }

  show(calls: readonly PastCall[]): void {
    this.#none.hidden = calls.length > 0;
    this.#clear.hidden = calls.length === 0;
    this.#list.replaceChildren(...calls.map((call) => element("li", {}, this.#button(call))));
  }

  #button({ id, atMs, target, outcome }: PastCall): HTMLElement {
    const { strings, amounts, host, report } = this.#context;
    const text = `${amounts.instant(atMs)} · ${target} · ${outcome}`;
    const button = element(
      "button",
      { type: "button", class: "link-button", title: fillText(strings.reopen, text) },
      text,
    );
    button.addEventListener("click", () => {
      host.request("pastValues", { id }).then(({ values }) => this.#use(values), report);
    });
    return button;
  }
}

/** Delay after the last input before the values are saved. */
const saveAfterMs = 200;

/** Page of one operation, with its arguments, running call, response and history. */
export class OperationPage {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #form: OperationForm;
  readonly #arguments: FormPane;
  readonly #bar: SendBar;
  readonly #answer: ResponsePane;
  readonly #history: HistoryPane;
  readonly #save: (values: CallValues) => void;
  #saveTimer = 0;
  #isChanged = false;
  #running: AbortController | undefined;

  /** `save` stores the arguments without secrets, so that they survive a reload. */
  constructor(
    context: PageContext,
    { form, target, values, history, notice, unavailable }: RequestsFromOperationsView["ready"]["result"],
    save: (values: CallValues) => void,
  ) {
    this.#context = context;
    this.#form = form;
    this.#save = save;
    this.#arguments = new FormPane(context, form, () => this.#changed());
    this.#bar = new SendBar(context, form, { send: () => void this.send(), cancel: () => this.#running?.abort() });
    this.#answer = new ResponsePane(context);
    this.#history = new HistoryPane(context, (past) => {
      this.#arguments.write(past);
      this.#changed();
    });
    const { host, strings, announce, report } = context;
    const header = operationHeader(context, form, target, {
      copyCurl: () => void host.request("copyCurl", this.#request()).then(() => announce(strings.copied), report),
      openDocument: () => void host.request("openDocument", {}).catch(report),
    });
    const warning = notice === "" ? [] : [element("p", { class: "message is-warning" }, notice)];
    this.element = element(
      "div",
      {},
      header,
      ...warning,
      this.#arguments.element,
      this.#bar.element,
      this.#answer.element,
      this.#history.element,
    );
    // A user who leaves the page may be about to reload the window.
    window.addEventListener("blur", () => this.#keep());
    this.#arguments.write(values);
    this.#history.show(history);
    this.showAvailability(unavailable);
    save(withoutSecretsAndFiles(form, values));
  }

  showProgress(progress: EventsToOperationsView["progress"]): void {
    this.#bar.show(progress);
  }

  showHistory(calls: readonly PastCall[]): void {
    this.#history.show(calls);
  }

  /** Shows why the operation cannot be called. An empty text means that it can be called. */
  showAvailability(unavailable: string): void {
    this.#bar.showAvailability(unavailable);
    // The reason comes before the form, so that users do not fill it in for nothing.
    if (unavailable === "") {
      this.#arguments.element.after(this.#bar.element);
    } else {
      this.#arguments.element.before(this.#bar.element);
    }
  }

  showPlace(target: CallTargetLabels): void {
    const shown = this.element.querySelector(".place");
    shown?.replaceChildren(describeTarget(this.#context.strings, this.#form, target));
  }

  /** Focuses the first field, or the Send button if there are no fields. */
  focus(): void {
    const field = this.#arguments.element.querySelector<HTMLElement>("input, select, textarea, button");
    (field ?? this.element.querySelector<HTMLElement>(".send-bar button:not([hidden]), .header-tools button"))?.focus();
  }

  /**
   * Sends a call, unless another call is running, the operation is not available or a field is invalid. Invalid fields
   * show their problems.
   */
  async send(): Promise<void> {
    if (this.#running || !this.#bar.canSend || !this.#arguments.check()) {
      return;
    }
    const { host, announce } = this.#context;
    const running = new AbortController();
    this.#running = running;
    this.#answer.clear();
    this.#bar.begin();
    try {
      const outcome = await host.request("send", this.#request(), running.signal);
      this.#answer.show(outcome);
      if (outcome.kind === "failed" && outcome.field !== undefined) {
        this.#arguments.showProblem(outcome.field, outcome.message);
      }
    } catch (error) {
      if (running.signal.aborted) {
        this.#answer.show({ kind: "cancelled" });
      } else {
        announce("");
        const message = error instanceof Error ? error.message : "";
        this.#answer.show({ kind: "failed", message, elapsedMs: 0 });
      }
    } finally {
      this.#running = undefined;
      this.#bar.end();
    }
  }

  #request(): CallRequest {
    const { accept, delivery, bodyType } = this.#bar;
    return { values: this.#arguments.read(), accept, delivery, ...(bodyType !== undefined && { bodyType }) };
  }

  #changed(): void {
    this.#isChanged = true;
    window.clearTimeout(this.#saveTimer);
    this.#saveTimer = window.setTimeout(() => this.#keep(), saveAfterMs);
  }

  #keep(): void {
    if (this.#isChanged) {
      this.#isChanged = false;
      this.#save(withoutSecretsAndFiles(this.#form, this.#arguments.read()));
    }
  }
}

interface HeaderActions {
  copyCurl(): void;
  openDocument(): void;
}

/** Creates the header with the operation and the target of its calls. */
function operationHeader(
  { strings }: PageContext,
  form: OperationForm,
  target: CallTargetLabels,
  actions: HeaderActions,
): HTMLElement {
  const badges = [form.kind, ...(form.isPathAssumed ? [strings.assumedPath] : [])];
  const tools = element(
    "div",
    { class: "header-tools", role: "toolbar", "aria-label": form.title },
    tool("book", strings.document, actions.openDocument),
    tool("copy", strings.copyCurl, actions.copyCurl),
  );
  new RovingFocus(tools).update();
  return element(
    "header",
    { class: "operation-header" },
    element("h1", {}, form.title),
    element(
      "p",
      { class: "route" },
      element("code", {}, `${form.method} ${form.path}`),
      ...badges.map((text) => element("span", { class: "badge" }, text)),
    ),
    element("p", { class: "place" }, describeTarget(strings, form, target)),
    tools,
  );
}

/** Describes the group of the operation and the target of its calls. */
function describeTarget(strings: OperationsStrings, { group }: OperationForm, target: CallTargetLabels): string {
  const parts = [
    [strings.connection, target.connection],
    [strings.tenant, target.tenant],
    [strings.project, target.project],
  ].filter(([, value]) => value !== undefined);
  return [group, ...parts.map(([name, value]) => `${name}: ${value}`)].join(" · ");
}

function tool(iconName: string, label: string, run: () => void): HTMLElement {
  const button = element("button", { type: "button", class: "text-button" }, icon(iconName), label);
  button.addEventListener("click", run);
  return button;
}
