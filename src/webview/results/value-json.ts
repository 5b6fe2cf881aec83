import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import { element } from "../element.ts";
import type { JsonNode } from "./json-tree.ts";

/** Number of members shown before the user asks for more. */
const maximumMembers = 100;
const longestLeaf = 300;

/** Creates a collapsible view of a JSON value. Collapsed members are not in the page. */
export function jsonView(node: JsonNode, strings: ResultsStrings): HTMLElement {
  return element("div", { class: "viewer-json" }, branch(undefined, node, strings, true));
}

function branch(name: string | undefined, node: JsonNode, strings: ResultsStrings, isOpen: boolean): HTMLElement {
  const label = name === undefined ? [] : [element("span", { class: "json-name" }, `${name}: `)];
  if (node.kind === "leaf") {
    const text = node.text.length > longestLeaf ? `${node.text.slice(0, longestLeaf)}…` : node.text;
    const isText = node.text.startsWith('"');
    return element("div", {}, ...label, element("span", { class: isText ? "json-text" : "json-value" }, text));
  }
  const size = node.kind === "object" ? node.entries.length : node.items.length;
  const brackets = node.kind === "object" ? "{ }" : "[ ]";
  const summary = element(
    "summary",
    {},
    ...label,
    element("span", { class: "json-value" }, `${brackets} ${fillText(strings.jsonItems, String(size))}`),
  );
  const folding = element("details", {}, summary);
  let shown = 0;
  const showMore = () => {
    const end = Math.min(size, shown + maximumMembers);
    const made = Array.from({ length: end - shown }, (_, index) => member(node, shown + index, strings));
    shown = end;
    folding.append(...made);
    if (shown < size) {
      const more = element("button", { class: "link-button", type: "button" });
      more.textContent = fillText(strings.jsonMore, String(size - shown));
      more.addEventListener("click", () => {
        more.remove();
        showMore();
      });
      folding.append(more);
    }
  };
  folding.addEventListener("toggle", () => {
    if (folding.open && shown === 0) {
      showMore();
    }
  });
  folding.open = isOpen;
  return folding;
}

function member(node: Exclude<JsonNode, { kind: "leaf" }>, index: number, strings: ResultsStrings): HTMLElement {
  if (node.kind === "array") {
    const item = node.items[index];
    return item ? branch(String(index), item, strings, false) : element("div");
  }
  const [name, value] = node.entries[index] ?? [];
  return value ? branch(name, value, strings, false) : element("div");
}
