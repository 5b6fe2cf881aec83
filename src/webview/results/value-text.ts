import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import { element } from "../element.ts";
import { iconButton } from "./toolbar.ts";

/** More than this at once is not laid out in good time. */
const partLength = 50_000;

/** A text of any length, of which one part is in the page. */
export class ValueText {
  readonly element = element("pre", { class: "viewer-text", tabindex: 0 });
  /** Goes from part to part; hidden for a text of one. */
  readonly pager: HTMLElement;
  readonly #strings: ResultsStrings;
  readonly #place = element("span", { class: "viewer-part" });
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  readonly #formatNumber: (value: number) => string;
  #text = "";
  #start = 0;

  constructor(strings: ResultsStrings, formatNumber: (value: number) => string) {
    this.#strings = strings;
    this.#formatNumber = formatNumber;
    this.#previous = iconButton("chevron-left", strings.previousPart, () => this.#go(this.#start - partLength));
    this.#next = iconButton("chevron-right", strings.nextPart, () => this.#go(this.#start + partLength));
    this.pager = element("div", { class: "viewer-pager" }, this.#previous, this.#place, this.#next);
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
    this.#place.textContent = fillText(this.#strings.valuePart, first ?? "", last ?? "", all ?? "");
  }
}
