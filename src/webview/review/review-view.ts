import { Channel, type Packet } from "../../protocol/channel.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { ReviewStrings } from "../../protocol/review-strings.ts";
import {
  type EventsToReviewView,
  isReviewUpdate,
  type RequestsFromReviewView,
  type Review,
  type ReviewList,
  type ReviewQuestion,
  type ReviewSection,
  type ReviewUpdate,
} from "../../protocol/review-view.ts";
import { element, icon } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import { loadPage } from "../load-page.ts";
import { createChangesTable, type TableContext } from "./changes-table.ts";

type NoMessages = Record<never, never>;

declare function acquireVsCodeApi(): { postMessage(message: Packet): void };

/** Number of tenants that are drawn at a time, because a job may run in thousands. */
const sectionsAtATime = 50;

const api = acquireVsCodeApi();
const main = document.querySelector<HTMLElement>("#review");
const strings = JSON.parse(document.body.dataset["strings"] ?? "{}") as ReviewStrings;
const live = element("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
const failure = element("p", { class: "message is-error", role: "alert", hidden: true });
const content = element("div", { class: "page" });
const channel = new Channel<RequestsFromReviewView, NoMessages, NoMessages, EventsToReviewView>({
  port: { post: (packet) => api.postMessage(packet) },
  handlers: {},
  listeners: { update: (value) => isReviewUpdate(value) && show(value) },
});
const context: TableContext = {
  strings,
  numbers: new Intl.NumberFormat(document.documentElement.lang || "en"),
  showTable: (table) => void request("showTable", { table }),
};
/** Button that gets the focus with the page; undefined without an open question. */
let mainButton: HTMLButtonElement | undefined;

async function request<Name extends "answer" | "showTable" | "openLink" | "compare" | "copy">(
  name: Name,
  params: RequestsFromReviewView[Name]["params"],
): Promise<void> {
  failure.hidden = true;
  try {
    await channel.request(name, params);
  } catch (error) {
    failure.textContent = failureMessageOf(error);
    failure.hidden = failure.textContent === "";
  }
}

function show({ review, state }: ReviewUpdate): void {
  const { question, sections, totals, lists = [], choices = [], warnings, notes } = review;
  const isOpen = question !== undefined && state === undefined;
  mainButton = undefined;
  const copy = element("button", { type: "button", class: "button is-secondary" }, icon("copy"), strings.copy);
  copy.addEventListener("click", () => void request("copy", {}));
  content.replaceChildren(
    header(review),
    ...(isOpen ? [questionBar(question)] : []),
    ...(state === undefined ? [] : [element("p", { class: "message state" }, state)]),
    ...warnings.map((text) => element("p", { class: "message is-warning" }, icon("warning"), text)),
    ...(totals.length === 0
      ? []
      : [element("h2", { id: "totals" }, strings.totals), createChangesTable(totals, "totals", context)]),
    sectionList(sections),
    ...lists.map(factList),
    ...choices.map((one) => choiceList(one, isOpen)),
    element("ul", { class: "notes" }, ...notes.map((note) => element("li", {}, note))),
    copy,
  );
  live.textContent = state ?? [review.verdict, question?.text].filter(Boolean).join(" ");
  if (isOpen && question.isAwaited) {
    focusMain();
  }
}

function focusMain(): void {
  mainButton?.focus();
}

function header({ title, place, role, verdict, isGood }: Review): HTMLElement {
  const outcome = element("p", { class: "verdict", id: "verdict" }, icon(isGood ? "pass" : "error"), verdict);
  outcome.classList.toggle("is-failed", !isGood);
  return element(
    "header",
    {},
    element("h1", {}, title),
    element(
      "div",
      { class: "route" },
      element("span", { class: "place" }, place),
      element("span", { class: "badge", "data-role": role }, strings[role]),
    ),
    outcome,
  );
}

function questionBar({ text, confirm, cancel, compare, isCareful }: ReviewQuestion): HTMLElement {
  const describedBy = "question verdict";
  const confirmButton = answerButton(confirm, true, isCareful, describedBy);
  const cancelButton = answerButton(cancel, false, !isCareful, describedBy);
  mainButton = isCareful ? cancelButton : confirmButton;
  const compareButton = element("button", { type: "button", class: "button is-secondary" }, compare ?? "");
  compareButton.addEventListener("click", () => void request("compare", {}));
  return element(
    "div",
    { class: "question", role: "group", "aria-labelledby": "question" },
    element("p", { id: "question" }, text),
    element("div", { class: "answers" }, confirmButton, cancelButton, ...(compare ? [compareButton] : [])),
  );
}

function answerButton(label: string, isConfirmed: boolean, isSecondary: boolean, describedBy: string) {
  const button = element(
    "button",
    { type: "button", class: `button${isSecondary ? " is-secondary" : ""}`, "aria-describedby": describedBy },
    label,
  );
  button.addEventListener("click", () => {
    // A second click must not answer the next question.
    button.disabled = true;
    void request("answer", { isConfirmed, chosen: chosenIds() }).finally(() => {
      button.disabled = false;
    });
  });
  return button;
}

/** Sections of all tenants, failed ones first; more are drawn when the user asks. */
function sectionList(sections: readonly ReviewSection[]): HTMLElement {
  const list = element("div", {});
  const failedFirst = [
    ...sections.filter((section) => section.failure !== undefined),
    ...sections.filter((section) => section.failure === undefined),
  ];
  let drawn = 0;
  const drawMore = (): HTMLElement | undefined => {
    const next = failedFirst.slice(drawn, drawn + sectionsAtATime);
    const first = drawn;
    const drawnSections = next.map((section, index) => sectionElement(section, `section-${first + index}`));
    list.append(...drawnSections);
    drawn += next.length;
    const left = failedFirst.length - drawn;
    if (left > 0) {
      const count = context.numbers.format(Math.min(left, sectionsAtATime));
      const more = element(
        "button",
        { type: "button", class: "button is-secondary" },
        fillText(strings.moreTenants, count),
      );
      more.addEventListener("click", () => {
        more.remove();
        drawMore()?.focus();
      });
      list.append(more);
    }
    return drawnSections[0]?.querySelector("h2") ?? undefined;
  };
  drawMore();
  return list;
}

function sectionElement({ title, rows, failure: reason }: ReviewSection, id: string): HTMLElement {
  return element(
    "section",
    { "aria-labelledby": id },
    element("h2", { id, tabindex: -1 }, title),
    ...(rows.length === 0 ? [] : [createChangesTable(rows, id, context)]),
    ...(reason === undefined
      ? []
      : [element("p", { class: "message is-error" }, icon("error"), `${strings.failed}: ${reason}`)]),
  );
}

function factList({ title, facts }: ReviewList, list: number): HTMLElement {
  const id = `list-${list}`;
  const items = facts.map(({ text, links }, fact) => {
    const buttons = links.map((label, link) => {
      const button = element("button", { type: "button", class: "link-button" }, label);
      // Labels such as "Show Rows" repeat; a screen reader hears what they are about.
      button.setAttribute("aria-label", `${label}: ${text}`);
      button.addEventListener("click", () => void request("openLink", { list, fact, link }));
      return button;
    });
    return element("li", {}, text, ...buttons.flatMap((button) => [" ", button]));
  });
  return element(
    "section",
    { "aria-labelledby": id },
    element("h2", { id }, title),
    element("ul", { class: "facts" }, ...items),
  );
}

/** Changes to tick: none of a question, and those that were while the page tells what became of them. */
function choiceList({ title, choices }: NonNullable<Review["choices"]>[number], isOpen: boolean): HTMLElement {
  const ticked = new Set(isOpen ? [] : chosenIds());
  const items = choices.map(({ id, text }) => {
    const box = element("input", { type: "checkbox", class: "choice", value: id, disabled: !isOpen });
    box.checked = ticked.has(id);
    return element("li", {}, element("label", {}, box, text));
  });
  return element(
    "fieldset",
    { class: "choices" },
    element("legend", {}, element("h2", {}, title)),
    element("ul", { class: "facts" }, ...items),
  );
}

/** Ids of the choices that are ticked on the page. */
function chosenIds(): string[] {
  return [...content.querySelectorAll<HTMLInputElement>("input.choice:checked")].map(({ value }) => value);
}

async function load(): Promise<void> {
  const update = await channel.request("ready", {});
  if (!isReviewUpdate(update)) {
    throw new Error(fillText(strings.malformedAnswer, "ready"));
  }
  show(update);
}

main?.append(failure, content, live);
window.addEventListener("message", (event) => channel.receive(event.data));
// VS Code moves the focus to the page, not to an element in it.
window.addEventListener("focus", () => document.activeElement === document.body && focusMain());
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && mainButton) {
    void request("answer", { isConfirmed: false, chosen: [] });
  }
});
void loadPage(content, strings, load);
