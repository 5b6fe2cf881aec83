import { TaskQueue } from "../../base/task-queue.ts";
import type { Channel } from "../../protocol/channel.ts";
import type { ComposerStrings } from "../../protocol/composer-strings.ts";
import {
  type ComposerSnapshot,
  type EventsToComposer,
  isComposerSnapshot,
  type JobEdit,
  type RequestsFromComposer,
  type RequestsToComposer,
} from "../../protocol/composer-view.ts";
import { fillCount, fillText } from "../../protocol/fill-text.ts";
import { isJsonObject } from "../../protocol/operation-form.ts";
import { element, icon } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import { ComposerForm, isShowable } from "./composer-form.ts";
import type { PageContext } from "./page-context.ts";
import type { SqlEditorLoader } from "./sql-editor-port.ts";

/** Guards for responses from the extension. */
const isComposerAnswer: {
  readonly [Name in keyof RequestsFromComposer]: (value: unknown) => value is RequestsFromComposer[Name]["result"];
} = {
  ready: (value): value is RequestsFromComposer["ready"]["result"] =>
    isJsonObject(value) && isComposerSnapshot(value["snapshot"]),
  edit: (value): value is RequestsFromComposer["edit"]["result"] =>
    isJsonObject(value) && typeof value["isApplied"] === "boolean",
  offers: (value): value is RequestsFromComposer["offers"]["result"] => hasOffers(value, ["value", "detail"]),
  complete: (value): value is RequestsFromComposer["complete"]["result"] =>
    hasOffers(value, ["label", "kind", "insert"]) && isJsonObject(value) && typeof value["isIncomplete"] === "boolean",
  chooseFile: (value): value is RequestsFromComposer["chooseFile"]["result"] =>
    isJsonObject(value) && (value["file"] === undefined || typeof value["file"] === "string"),
  // JSON may turn undefined into null.
  openAsJson: (value): value is undefined => value === undefined || value === null,
};

function hasOffers(value: unknown, texts: readonly string[]): boolean {
  return (
    isJsonObject(value) &&
    Array.isArray(value["offers"]) &&
    value["offers"].every((offer) => isJsonObject(offer) && texts.every((name) => typeof offer[name] === "string"))
  );
}

type ComposerChannel = Channel<RequestsFromComposer, RequestsToComposer, Record<never, never>, EventsToComposer>;

/** Page that edits one job file: its form, or a message if the file is not valid JSON. */
export class ComposerPage {
  readonly element: HTMLElement;
  readonly #channel: ComposerChannel;
  readonly #strings: ComposerStrings;
  readonly #form: ComposerForm;
  readonly #broken: HTMLElement;
  readonly #summary = element("p", { class: "summary" });
  readonly #failure = element("p", { class: "message is-error", role: "alert", hidden: true });
  readonly #live = element("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  #snapshot: ComposerSnapshot | undefined;
  /** Edits are sent one at a time, so that each applies to the text that the page knows. */
  readonly #edits = new TaskQueue();
  #ids = 0;

  constructor(channel: ComposerChannel, strings: ComposerStrings, loadSqlEditor: SqlEditorLoader) {
    this.#channel = channel;
    this.#strings = strings;
    const context = this.#context(loadSqlEditor);
    this.#form = new ComposerForm(context);
    const title = element("h1", {}, strings.sqlJob);
    const toggle = () => {
      const button = element(
        "button",
        { type: "button", class: "button is-secondary" },
        icon("json"),
        strings.openAsJson,
      );
      button.addEventListener("click", () => context.openAsJson([]));
      return button;
    };
    this.#broken = element(
      "div",
      { class: "message is-warning", role: "alert", hidden: true },
      element("p", {}, strings.brokenTitle),
      element("p", {}, strings.brokenText),
      toggle(),
    );
    const head = element("header", { class: "composer-head" }, title, this.#summary, toggle());
    this.element = element(
      "div",
      { class: "composer" },
      head,
      this.#failure,
      this.#broken,
      this.#form.element,
      this.#live,
    );
  }

  async request<Name extends keyof RequestsFromComposer & string>(
    name: Name,
    params: RequestsFromComposer[Name]["params"],
    signal?: AbortSignal,
  ): Promise<RequestsFromComposer[Name]["result"]> {
    const answer: unknown = await this.#channel.request(name, params, signal);
    const isAnswer: (value: unknown) => value is RequestsFromComposer[Name]["result"] = isComposerAnswer[name];
    if (!isAnswer(answer)) {
      throw new Error(fillText(this.#strings.malformedAnswer, name));
    }
    return answer;
  }

  show(snapshot: ComposerSnapshot): void {
    this.#snapshot = snapshot;
    const isForm = isShowable(snapshot);
    this.#broken.hidden = isForm;
    this.#form.element.hidden = !isForm;
    const count = snapshot.problems.length;
    const { problemsOne, problemsMany } = this.#strings;
    this.#summary.textContent = count === 0 ? "" : fillCount(count, [problemsOne, problemsMany], String);
    if (isForm) {
      this.#form.show(snapshot);
    }
  }

  /** Sends input that is not saved yet, and waits until it is in the file. */
  async flush(): Promise<void> {
    this.#form.flush();
    await this.#edits.settled();
  }

  #context(loadSqlEditor: SqlEditorLoader): PageContext {
    const strings = this.#strings;
    return {
      strings,
      loadSqlEditor,
      text: (name, ...values) => fillText(strings[name], ...values),
      nextId: () => {
        this.#ids++;
        return `field-${this.#ids}`;
      },
      set: async (edit) => {
        if (!(await this.#edit(edit, false))) {
          throw new Error(strings.editFailed);
        }
      },
      arrange: async (edit) => {
        this.#form.flush();
        const isApplied = await this.#edit(edit, true);
        this.#report(isApplied ? "" : strings.editFailed);
        return isApplied;
      },
      offers: async (of, path) => (await this.request("offers", { of, path })).offers,
      complete: async (path, offset, signal) => {
        await this.#edits.settled();
        return await this.request("complete", { path, offset }, signal);
      },
      chooseFile: async (purpose) => (await this.request("chooseFile", { purpose })).file,
      openAsJson: (path) => {
        this.#open(path).catch((error: unknown) => this.#report(failureMessageOf(error)));
      },
      announce: (text) => {
        this.#live.textContent = text;
      },
      report: (error) => this.#report(failureMessageOf(error)),
      settled: () => {
        if (this.#snapshot) {
          this.show(this.#snapshot);
        }
      },
    };
  }

  async #open(path: readonly (string | number)[]): Promise<void> {
    await this.flush();
    await this.request("openAsJson", { path });
  }

  #edit(edit: JobEdit, isOfThisVersion: boolean): Promise<boolean> {
    return this.#edits.run(async () => {
      const version = this.#snapshot?.version;
      const { isApplied } = await this.request("edit", {
        edit,
        ...(isOfThisVersion && version !== undefined && { version }),
      });
      if (isApplied) {
        this.#report("");
      }
      return isApplied;
    });
  }

  #report(text: string): void {
    this.#failure.textContent = text;
    this.#failure.hidden = text === "";
  }
}
