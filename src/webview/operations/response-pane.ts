import { fillText } from "../../protocol/fill-text.ts";
import { isJsonObject, type Json } from "../../protocol/operation-form.ts";
import type { AnswerMetadata, CallOutcome } from "../../protocol/operations-view.ts";
import { element } from "../element.ts";
import { formatJsonOrText } from "../forms/notes.ts";
import type { PageContext } from "./page-context.ts";
import { TabList, type TabOptions } from "./tab-list.ts";

type Row = { readonly [name: string]: Json };

const rowsAtOnce = 200;

/** Returns the list of objects in a response: the response itself, or the only list among its fields. */
function rowsOf(value: Json): readonly Row[] | undefined {
  if (isRows(value)) {
    return value;
  }
  const lists = isJsonObject(value) ? Object.values(value).filter(isRows) : [];
  return lists.length === 1 ? lists[0] : undefined;
}

/** Whether the results view can show the response: a list, or the cell set of an aggregate. */
function isTable(value: Json): boolean {
  return rowsOf(value) !== undefined || (isJsonObject(value) && isJsonObject(value["cellSet"] ?? null));
}

/** Creates a table of objects, which shows more rows on request. */
function answerTable({ strings, amounts }: PageContext, rows: readonly Row[], label: string): HTMLElement {
  const columns = [...new Set(rows.slice(0, 1000).flatMap((row) => Object.keys(row)))];
  const body = element("tbody", {});
  const more = element("button", { type: "button", class: "link-button" });
  let shown = 0;
  const showMore = () => {
    body.append(...rows.slice(shown, shown + rowsAtOnce).map((row) => tableRow(row, columns)));
    shown = Math.min(rows.length, shown + rowsAtOnce);
    const left = rows.length - shown;
    more.hidden = left === 0;
    more.textContent = fillText(strings.moreRows, amounts.number(Math.min(left, rowsAtOnce)), amounts.number(left));
  };
  more.addEventListener("click", showMore);
  showMore();
  const head = element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, name)));
  const table = element("table", { class: "answer-table", "aria-label": label }, element("thead", {}, head), body);
  // Scrollable content must be reachable by keyboard.
  const scrolled = element("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": label }, table);
  return element("div", {}, scrolled, more);
}

function tableRow(row: Row, columns: readonly string[]): HTMLElement {
  const cells = columns.map((name) => {
    const value = row[name];
    return element("td", {}, value === undefined ? "" : formatJsonOrText(value));
  });
  return element("tr", {}, ...cells);
}

function isRows(value: Json): value is readonly Row[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isJsonObject(item));
}

type Shown = Extract<CallOutcome, { readonly kind: "shown" }>;

/** Pane that shows the response or the failure of an operation's call. */
export class ResponsePane {
  readonly element: HTMLElement;
  readonly #context: PageContext;

  constructor(context: PageContext) {
    this.#context = context;
    this.element = element("section", { class: "answer", "aria-label": context.strings.answer, hidden: true });
  }

  clear(): void {
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  show(outcome: CallOutcome): void {
    const { strings, announce } = this.#context;
    const content = this.#contentOf(outcome);
    this.element.replaceChildren(element("h2", {}, strings.answer), ...content);
    this.element.hidden = false;
    this.element.scrollIntoView({ block: "nearest" });
    announce(this.element.querySelector(".facts, .message")?.textContent ?? "");
  }

  #contentOf(outcome: CallOutcome): HTMLElement[] {
    const { strings, amounts } = this.#context;
    switch (outcome.kind) {
      case "cancelled":
        return [message(strings.cancelled, "is-warning")];
      case "failed": {
        const status = outcome.status === undefined ? [] : [fillText(strings.status, String(outcome.status))];
        const metadata = element("p", { class: "facts" }, [...status, amounts.duration(outcome.elapsedMs)].join(" · "));
        return [message(outcome.message || strings.failed, "is-error"), metadata];
      }
      case "saved":
        return [...this.#metadata(outcome.metadata), message(fillText(strings.saved, outcome.name), "")];
      case "opened":
        return [...this.#metadata(outcome.metadata), message(strings.opened, "")];
      case "shown":
        return [...this.#metadata(outcome.metadata), ...this.#shown(outcome)];
    }
  }

  #metadata({ status, contentType, headers, bytes, elapsedMs }: AnswerMetadata): HTMLElement[] {
    const { strings, amounts } = this.#context;
    const statusText = status === undefined ? strings.answered : fillText(strings.status, String(status));
    const text = [statusText, contentType, amounts.duration(elapsedMs), amounts.bytes(bytes)].join(" · ");
    const rows = Object.entries(headers).map(([name, value]) =>
      element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value)),
    );
    const table = element(
      "table",
      { class: "answer-table" },
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("th", { scope: "col" }, strings.name),
          element("th", { scope: "col" }, strings.value),
        ),
      ),
      element("tbody", {}, ...rows),
    );
    const metadata = element("p", { class: "facts" }, text);
    return rows.length === 0
      ? [metadata]
      : [
          metadata,
          element("details", { class: "answer-headers" }, element("summary", {}, strings.answerHeaders), table),
        ];
  }

  #shown({ text, isCut, isJson, metadata }: Shown): HTMLElement[] {
    const { strings, amounts } = this.#context;
    const value = isJson ? parsed(text) : undefined;
    // The host has the complete response; whether a truncated one contains a list shows only when it is opened.
    const isList = isCut ? metadata.contentType === "application/json" : value !== undefined && isTable(value);
    const tools = element(
      "div",
      { class: "answer-tools" },
      this.#tool(strings.save, "saveAnswer"),
      this.#tool(strings.copy, "copyAnswer"),
      ...(isList ? [this.#tool(strings.openAsTable, "openAnswer")] : []),
    );
    if (text === "") {
      return [message(strings.emptyAnswer, "")];
    }
    const notes = isCut ? [message(fillText(strings.cut, amounts.bytes(metadata.bytes)), "is-warning")] : [];
    return [tools, ...notes, new TabList(strings.answer, this.#tabs(text, value)).element];
  }

  #tabs(text: string, value: Json | undefined): TabOptions[] {
    const { strings } = this.#context;
    const plain = element(
      "pre",
      { class: "answer-text", tabindex: 0, role: "region", "aria-label": strings.answerText },
      text,
    );
    const tabs: TabOptions[] = [{ label: strings.text, panel: element("div", {}, plain) }];
    if (value === undefined) {
      return tabs;
    }
    const tree: TabOptions = { label: strings.tree, panel: element("div", {}, answerTree(this.#context, value)) };
    const rows = rowsOf(value);
    const table = rows && {
      label: strings.table,
      panel: element("div", {}, answerTable(this.#context, rows, strings.table)),
    };
    return [...(table ? [table] : []), tree, ...tabs];
  }

  #tool(label: string, requestName: "saveAnswer" | "copyAnswer" | "openAnswer"): HTMLElement {
    const { host, strings, announce, report } = this.#context;
    const button = element("button", { type: "button", class: "text-button" }, label);
    button.addEventListener("click", () => {
      host.request(requestName, {}).then(() => requestName === "copyAnswer" && announce(strings.copied), report);
    });
    return button;
  }
}

function message(text: string, kind: string): HTMLElement {
  return element("p", { class: `message ${kind}`.trim() }, text);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Text that is not JSON is shown unchanged.
    return undefined;
  }
}

const childrenAtOnce = 200;

/** Creates a collapsible tree of JSON; collapsed nodes are not in the page. */
function answerTree(context: PageContext, value: Json): HTMLElement {
  return element("div", { class: "answer-tree" }, node(context, undefined, value, true));
}

function node(context: PageContext, name: string | undefined, value: Json, isOpen: boolean): HTMLElement {
  const children = childrenOf(value);
  const label = name === undefined ? [] : [element("span", { class: "tree-name" }, name), ": "];
  if (!children || children.length === 0) {
    const kind = value === null ? "null" : typeof value;
    return element(
      "div",
      { class: "tree-leaf" },
      ...label,
      element("span", { class: `tree-${kind}` }, JSON.stringify(value)),
    );
  }
  const size = Array.isArray(value) ? `[${children.length}]` : `{${children.length}}`;
  const details = element("details", { class: "tree-node" }, element("summary", {}, ...label, size));
  const draw = () => {
    if (details.open && details.childElementCount === 1) {
      appendChildren(context, details, children, 0);
    }
  };
  details.addEventListener("toggle", draw);
  details.open = isOpen;
  draw();
  return details;
}

function appendChildren(
  context: PageContext,
  parent: HTMLElement,
  children: readonly (readonly [string, Json])[],
  first: number,
): void {
  const next = first + childrenAtOnce;
  parent.append(...children.slice(first, next).map(([name, value]) => node(context, name, value, false)));
  if (next < children.length) {
    const { strings, amounts } = context;
    const left = children.length - next;
    const text = fillText(strings.moreRows, amounts.number(Math.min(left, childrenAtOnce)), amounts.number(left));
    const more = element("button", { type: "button", class: "link-button" }, text);
    more.addEventListener("click", () => {
      more.remove();
      appendChildren(context, parent, children, next);
    });
    parent.append(more);
  }
}

function childrenOf(value: Json): (readonly [string, Json])[] | undefined {
  if (Array.isArray(value)) {
    return value.map((item: Json, index) => [String(index), item] as const);
  }
  return isJsonObject(value) ? Object.entries(value) : undefined;
}
