import type { Cell } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { element } from "../element.ts";
import { createJsonView, parseJsonTree } from "./json-tree.ts";
import { createIconButton } from "./toolbar.ts";

const dataUri = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/;

/** Image types by the beginning of their base64 text. */
const beginnings: Readonly<Record<string, string>> = {
  iVBORw0KGgo: "image/png",
  "/9j/": "image/jpeg",
  R0lGOD: "image/gif",
  UklGR: "image/webp",
};

/** Maximum length of an image as text; larger ones can be opened in an editor. */
const longestImage = 8_000_000;

/**
 * Returns the `data:` URI of an image that a text contains. The text is such a URI, or base64 of PNG, JPEG, GIF or
 * WebP. Undefined for any other text.
 */
export function imageDataUriOf(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length < 32 || trimmed.length > longestImage) {
    return undefined;
  }
  if (trimmed.startsWith("data:")) {
    return dataUri.test(trimmed) ? trimmed : undefined;
  }
  const type = Object.entries(beginnings).find(([beginning]) => trimmed.startsWith(beginning))?.[1];
  return type && /^[A-Za-z0-9+/=\s]+$/.test(trimmed) ? `data:${type};base64,${trimmed.replace(/\s/g, "")}` : undefined;
}

/** Number of characters shown at once; layout of more would be slow. */
const partLength = 50_000;

/** Text of any length, of which one part is in the page. */
class ValueText {
  readonly element = element("pre", { class: "viewer-text", tabindex: 0 });
  /** Buttons to switch between parts; hidden if there is only one. */
  readonly pager: HTMLElement;
  readonly #strings: ResultsStrings;
  readonly #partText = element("span", { class: "viewer-part" });
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  readonly #formatNumber: (value: number) => string;
  #text = "";
  #start = 0;

  constructor(strings: ResultsStrings, formatNumber: (value: number) => string) {
    this.#strings = strings;
    this.#formatNumber = formatNumber;
    this.#previous = createIconButton("chevron-left", strings.previousPart, () => this.#go(this.#start - partLength));
    this.#next = createIconButton("chevron-right", strings.nextPart, () => this.#go(this.#start + partLength));
    this.pager = element("div", { class: "viewer-pager" }, this.#previous, this.#partText, this.#next);
  }

  set isWrapped(isWrapped: boolean) {
    this.element.classList.toggle("is-wrapped", isWrapped);
  }

  show(text: string): void {
    this.#text = text;
    this.#go(0);
  }

  #go(start: number): void {
    const { length } = this.#text;
    this.#start = Math.max(0, Math.min(start, length - 1));
    const end = Math.min(length, this.#start + partLength);
    this.element.textContent = this.#text.slice(this.#start, end);
    this.element.scrollTop = 0;
    this.pager.hidden = length <= partLength;
    this.#previous.disabled = this.#start === 0;
    this.#next.disabled = end >= length;
    const [first, last, all] = [this.#start + 1, end, length].map(this.#formatNumber);
    this.#partText.textContent = fillText(this.#strings.valuePart, first ?? "", last ?? "", all ?? "");
  }
}

/** Maximum length of text that is parsed as JSON by default; longer text only on request. */
const longestJson = 1_000_000;

interface ValueViewerEvents {
  openInEditor(): void;
  copy(): void;
  close(): void;
  /** Shows all fields of the row, or its one value again. */
  toggleRow(): void;
  /** Moves to a neighbouring cell. */
  step(rows: number, columns: number): void;
  formatNumber(value: number): string;
}

type Mode = "text" | "json" | "image" | "row";

/** Viewer of one cell's complete value as text, as collapsible JSON or as an image, or of all fields of its row. */
export class ValueViewer {
  readonly element = element("aside", { class: "viewer", hidden: true });
  readonly #strings: ResultsStrings;
  readonly #events: ValueViewerEvents;
  readonly #title = element("h2", { class: "viewer-title" });
  readonly #modes: Readonly<Record<Mode, HTMLButtonElement>>;
  readonly #wrap: HTMLButtonElement;
  readonly #text: ValueText;
  readonly #other = element("div", { class: "viewer-other", tabindex: 0, role: "group", hidden: true });
  #value: Cell = null;
  #row: HTMLElement | undefined;
  /** Description of a value from a small group. */
  #ofSmallGroup: string | undefined;
  #isWrapped = true;

  constructor(strings: ResultsStrings, events: ValueViewerEvents) {
    this.#strings = strings;
    this.#events = events;
    this.#text = new ValueText(strings, (value) => events.formatNumber(value));
    this.#modes = {
      text: createIconButton("symbol-string", strings.viewAsText, () => this.#show("text")),
      json: createIconButton("json", strings.viewAsJson, () => this.#show("json")),
      image: createIconButton("file-media", strings.viewAsImage, () => this.#show("image")),
      row: createIconButton("list-flat", strings.viewRow, () => events.toggleRow()),
    };
    this.#wrap = createIconButton("word-wrap", strings.wrapText, () => this.#setWrapped(!this.#isWrapped));
    this.element.setAttribute("aria-label", strings.value);
    this.element.append(
      element(
        "div",
        { class: "viewer-bar" },
        this.#title,
        ...Object.values(this.#modes),
        this.#wrap,
        createIconButton("copy", strings.copyValue, () => events.copy()),
        createIconButton("go-to-file", strings.openInEditor, () => events.openInEditor()),
        createIconButton("close", strings.close, () => events.close()),
      ),
      this.#text.pager,
      this.#text.element,
      this.#other,
    );
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
    this.#setWrapped(true);
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Shows another value, or the table of a row's fields, without moving the focus. */
  show(title: string, value: Cell, ofSmallGroup: string | undefined, row?: HTMLElement): void {
    this.#ofSmallGroup = ofSmallGroup;
    this.#row = row;
    this.#title.textContent = title;
    this.#text.element.setAttribute("aria-label", title);
    this.#other.setAttribute("aria-label", title);
    this.#value = value;
    const text = value ?? "";
    const isImage = !row && imageDataUriOf(text) !== undefined;
    const mayBeJson = !row && /^\s*[[{]/.test(text);
    this.#modes.image.hidden = !isImage;
    this.#modes.json.hidden = !mayBeJson;
    this.#modes.text.hidden = !isImage && !mayBeJson;
    this.element.hidden = false;
    this.#show(row ? "row" : isImage ? "image" : mayBeJson && text.length <= longestJson ? "json" : "text");
    row?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  focus(): void {
    (this.#other.hidden ? this.#text.element : this.#other).focus({ preventScroll: true });
  }

  hide(): void {
    this.element.hidden = true;
    this.#value = null;
    this.#row = undefined;
    this.#text.show("");
    this.#other.replaceChildren();
  }

  /** Shows the value in a mode, or as text if the value is not valid in it. */
  #show(wanted: Mode): void {
    const content = this.#contentAs(wanted);
    const mode = content ? wanted : "text";
    const hadFocus =
      this.#text.element.contains(document.activeElement) || this.#other.contains(document.activeElement);
    this.#text.element.classList.toggle("is-missing", !this.#value);
    const { missing, emptyText } = this.#strings;
    this.#text.show(
      content
        ? ""
        : this.#value === null
          ? (this.#ofSmallGroup ?? missing)
          : this.#value === ""
            ? emptyText
            : this.#value,
    );
    this.#text.element.hidden = content !== undefined;
    this.#other.hidden = content === undefined;
    this.#other.replaceChildren(...(content ? [content] : []));
    this.#wrap.hidden = content !== undefined;
    for (const [name, button] of Object.entries(this.#modes)) {
      button.setAttribute("aria-pressed", String(name === mode));
    }
    if (hadFocus) {
      this.focus();
    }
  }

  #contentAs(mode: Mode): HTMLElement | undefined {
    const text = this.#value ?? "";
    if (mode === "row") {
      return this.#row;
    }
    if (mode === "json") {
      const node = parseJsonTree(text);
      return node && createJsonView(node, this.#strings);
    }
    const address = mode === "image" ? imageDataUriOf(text) : undefined;
    return address === undefined
      ? undefined
      : element("img", { src: address, alt: fillText(this.#strings.imageOf, this.#title.textContent ?? "") });
  }

  #setWrapped(isWrapped: boolean): void {
    this.#isWrapped = isWrapped;
    this.#text.isWrapped = isWrapped;
    this.#wrap.setAttribute("aria-pressed", String(isWrapped));
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      event.preventDefault();
      this.#events.close();
      return;
    }
    const isRightToLeft = getComputedStyle(this.element).direction === "rtl";
    const forward = isRightToLeft ? -1 : 1;
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -forward], ArrowRight: [0, forward] }[event.key];
    const body = this.#other.hidden ? this.#text.element : this.#other;
    if (!step || event.ctrlKey || event.metaKey || event.shiftKey || (!event.altKey && event.target !== body)) {
      return;
    }
    // Arrow keys scroll while scrolling is possible.
    if (event.altKey || !canScroll(body, event.key)) {
      event.preventDefault();
      this.#events.step(step[0] ?? 0, step[1] ?? 0);
    }
  }
}

function canScroll(body: HTMLElement, key: string): boolean {
  return key === "ArrowUp" || key === "ArrowDown"
    ? body.scrollHeight > body.clientHeight + 1
    : body.scrollWidth > body.clientWidth + 1;
}
