import { Channel, type Packet } from "../../protocol/channel.ts";
import { type FormField, withoutSecrets } from "../../protocol/connection-form.ts";
import type { ConnectionStrings } from "../../protocol/connection-strings.ts";
import {
  type ConnectionOutcome,
  type ConnectionPageContent,
  type ConnectionViewRequests,
  type ConnectionViewState,
  type EventsFromConnectionView,
  type EventsToConnectionView,
  isConnectionAnswer,
  isFocusEvent,
} from "../../protocol/connection-view.ts";
import { element, icon } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import { loadPage } from "../load-page.ts";
import { ConnectionForm } from "./connection-form.ts";

type Nothing = Record<never, never>;

interface VsCodeApi {
  postMessage(message: Packet): void;
  setState(state: ConnectionViewState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();
const main = document.querySelector<HTMLElement>("#connection");
const strings = JSON.parse(document.body.dataset["strings"] ?? "{}") as ConnectionStrings;
const content = element("div", { class: "page" });
let page: ConnectionPage | undefined;

const channel = new Channel<ConnectionViewRequests, Nothing, EventsFromConnectionView, EventsToConnectionView>({
  port: { post: (packet) => api.postMessage(packet) },
  handlers: {},
  listeners: { focus: (value) => isFocusEvent(value) && page?.focus(value.field) },
});

async function request<Name extends keyof ConnectionViewRequests & string>(
  name: Name,
  params: ConnectionViewRequests[Name]["params"],
  signal?: AbortSignal,
): Promise<ConnectionViewRequests[Name]["result"]> {
  const answer: unknown = await channel.request(name, params, signal);
  const isAnswer: (value: unknown) => value is ConnectionViewRequests[Name]["result"] = isConnectionAnswer[name];
  if (!isAnswer(answer)) {
    throw new Error(strings.malformedAnswer);
  }
  return answer;
}

type Action = "test" | "save" | "saveUntested";

/** The form of a connection with its buttons, the progress of a test and its outcome. */
class ConnectionPage {
  readonly element: HTMLElement;
  readonly #content: ConnectionPageContent;
  readonly #form: ConnectionForm;
  readonly #initial: string;
  readonly #test = button(strings.test, "is-secondary", () => void this.run("test"));
  readonly #save = button(strings.save, "", () => void this.run("save"));
  readonly #saveUntested = button(strings.saveUntested, "is-secondary", () => void this.run("saveUntested"));
  readonly #stop = button(strings.stop, "is-secondary", () => this.#running?.abort());
  readonly #busy = element("div", { class: "busy", hidden: true });
  readonly #busyText = element("span", {});
  readonly #outcome = element("p", { class: "message", tabindex: -1 });
  readonly #untested = element(
    "p",
    { class: "field-note", id: "untested-note", hidden: true },
    strings.saveUntestedNote,
  );
  /** Announces the outcome and the progress to screen readers. */
  readonly #live = element("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  #running: AbortController | undefined;

  constructor(opened: ConnectionPageContent) {
    this.#content = opened;
    // A form that is continued stays changed, whatever is typed into it.
    this.#initial = opened.isChanged ? "" : JSON.stringify(opened.draft);
    this.#form = new ConnectionForm({
      strings,
      content: opened,
      onChange: () => this.#remember(),
      chooseFile: async (field) => (await request("chooseFile", { field })).path,
    });
    this.#saveUntested.hidden = true;
    this.#saveUntested.setAttribute("aria-describedby", "untested-note");
    this.#outcome.hidden = true;
    this.#busy.append(icon("loading codicon-modifier-spin"), this.#busyText, this.#stop);
    this.element = element(
      "div",
      { class: "connection" },
      element("h1", {}, opened.title),
      this.#form.element,
      element(
        "footer",
        { class: "actions" },
        this.#outcome,
        this.#busy,
        element(
          "div",
          { class: "buttons" },
          this.#save,
          this.#test,
          button(strings.cancel, "is-secondary", () => void channel.request("close", {}).catch(() => undefined)),
          this.#saveUntested,
        ),
        this.#untested,
      ),
      this.#live,
    );
    this.#form.element.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
        event.preventDefault();
        void this.run("save");
      }
    });
    this.#remember();
  }

  focus(field: FormField): void {
    this.#form.focus(field);
  }

  /** Sends the form, unless it is being tested, and shows the outcome. */
  async run(action: Action): Promise<void> {
    if (this.#running) {
      return;
    }
    const running = new AbortController();
    this.#running = running;
    this.#setBusy(action === "test" ? strings.testing : strings.saving);
    let outcome: ConnectionOutcome;
    try {
      outcome = await request(action, { draft: this.#form.draft }, running.signal);
    } catch (error) {
      outcome = running.signal.aborted
        ? { kind: "cancelled" }
        : { kind: "failed", message: failureMessageOf(error) || strings.malformedAnswer };
    }
    this.#running = undefined;
    this.#setBusy(undefined);
    this.#show(outcome, action);
  }

  #show(outcome: ConnectionOutcome, action: Action): void {
    switch (outcome.kind) {
      case "works":
        this.#form.showProblems([]);
        this.#say(outcome.message, "is-success");
        break;
      case "cancelled":
        this.#say(strings.stopped, "");
        (action === "test" ? this.#test : this.#save).focus();
        break;
      case "invalid":
        this.#say(strings.invalid, "is-error");
        this.#form.showProblems(outcome.problems);
        break;
      case "failed": {
        const { field, message } = outcome;
        this.#say(field ? strings.failedAt : message, "is-error");
        this.#form.showProblems(field ? [{ field, message }] : []);
        if (!field) {
          this.#outcome.focus();
        }
        break;
      }
    }
    const canSaveUntested = outcome.kind === "failed" && action !== "saveUntested";
    this.#saveUntested.hidden = !canSaveUntested;
    this.#untested.hidden = !canSaveUntested;
  }

  #say(text: string, kind: "is-error" | "is-success" | ""): void {
    this.#outcome.className = `message ${kind}`;
    this.#outcome.textContent = text;
    this.#outcome.hidden = text === "";
    this.#live.textContent = text;
  }

  #setBusy(text: string | undefined): void {
    this.#busy.hidden = text === undefined;
    this.#busyText.textContent = text ?? "";
    for (const one of [this.#test, this.#save, this.#saveUntested]) {
      one.disabled = text !== undefined;
    }
    if (text !== undefined) {
      this.#say("", "");
      this.#live.textContent = text;
      this.#stop.focus();
    }
  }

  /** Stores the form for a reload, and for the case that the page is closed. */
  #remember(): void {
    const { draft } = this.#form;
    const left = { draft: withoutSecrets(draft), isChanged: JSON.stringify(draft) !== this.#initial };
    const { connectionId } = this.#content;
    api.setState({ ...left, ...(connectionId !== undefined && { connectionId }) });
    channel.notify("edited", left);
  }
}

function button(label: string, kind: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", class: `button ${kind}` }, label);
  made.addEventListener("click", onClick);
  return made;
}

async function load(): Promise<void> {
  const opened = await request("ready", {});
  page = new ConnectionPage(opened);
  content.replaceChildren(page.element);
  page.focus(opened.focus);
}

main?.append(content);
window.addEventListener("message", (event) => channel.receive(event.data));
void loadPage(content, strings, load);
