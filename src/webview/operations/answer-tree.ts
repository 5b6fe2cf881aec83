import { isJsonObject, type Json } from "../../protocol/operation-form.ts";
import { fillText } from "../../protocol/results-strings.ts";
import { element } from "../element.ts";
import type { PageContext } from "./page-context.ts";

const childrenAtOnce = 200;

/** Creates a collapsible tree of JSON; collapsed nodes are not in the page. */
export function answerTree(context: PageContext, value: Json): HTMLElement {
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
