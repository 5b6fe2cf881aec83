import { fillCount, fillText } from "../../protocol/fill-text.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { element } from "../element.ts";

/** Parsed JSON value. Leaves are the original text, so that numbers keep all digits. */
type JsonNode =
  | { readonly kind: "leaf"; readonly text: string }
  | { readonly kind: "object"; readonly entries: readonly (readonly [name: string, value: JsonNode])[] }
  | { readonly kind: "array"; readonly items: readonly JsonNode[] };

/** Maximum nesting depth: more than practical data has, and safe for the stack. */
const maximumDepth = 200;
// Unrolled loops: an alternation per character would overflow the stack on a long text.
const token = /\s*(?:([{}[\],:])|("[^"\\]*(?:\\.[^"\\]*)*")|([^\s{}[\],:"]+))/gy;
const leaf = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** Parses a JSON object or array. Undefined for any other text. */
export function parseJsonTree(text: string): JsonNode | undefined {
  if (!/^\s*[[{]/.test(text)) {
    return undefined;
  }
  try {
    const reader = new JsonReader(text);
    const node = reader.value(0);
    reader.end();
    return node;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

class JsonReader {
  readonly #text: string;
  readonly #token = new RegExp(token);

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): JsonNode {
    const next = this.#next();
    if (depth > maximumDepth) {
      throw new SyntaxError("nested too deeply");
    }
    if (next === "{") {
      return { kind: "object", entries: this.#list("}", () => this.#entry(depth)) };
    }
    if (next === "[") {
      return { kind: "array", items: this.#list("]", () => this.value(depth + 1)) };
    }
    if (next.startsWith('"')) {
      JSON.parse(next);
    } else if (!leaf.test(next)) {
      throw new SyntaxError("no value");
    }
    return { kind: "leaf", text: next };
  }

  end(): void {
    if (/\S/.test(this.#text.slice(this.#token.lastIndex))) {
      throw new SyntaxError("more than one value");
    }
  }

  #entry(depth: number): readonly [string, JsonNode] {
    const name = this.#next();
    if (!name.startsWith('"') || this.#next() !== ":") {
      throw new SyntaxError("no member");
    }
    return [String(JSON.parse(name)), this.value(depth + 1)];
  }

  #list<Item>(close: string, read: () => Item): Item[] {
    const start = this.#token.lastIndex;
    if (this.#next() === close) {
      return [];
    }
    this.#token.lastIndex = start;
    const items: Item[] = [];
    for (let next = ","; next === ","; ) {
      items.push(read());
      next = this.#next();
      if (next !== "," && next !== close) {
        throw new SyntaxError("no end of a list");
      }
    }
    return items;
  }

  #next(): string {
    const found = this.#token.exec(this.#text);
    const text = found?.[1] ?? found?.[2] ?? found?.[3];
    if (text === undefined) {
      throw new SyntaxError("no token");
    }
    return text;
  }
}

/** Number of members shown before the user asks for more. */
const maximumMembers = 100;
const longestLeaf = 300;

/** Creates a collapsible view of a JSON value. Collapsed members are not in the DOM. */
export function createJsonView(node: JsonNode, strings: ResultsStrings): HTMLElement {
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
    element(
      "span",
      { class: "json-value" },
      `${brackets} ${fillCount(size, [strings.oneJsonItem, strings.jsonItems], String)}`,
    ),
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
