/** Matches characters whose width depends on their neighbours, and line breaks. */
const contextDependent = /[\p{M}\p{C}\p{Zl}\p{Zp}\p{Emoji_Presentation}]/u;
const digit = /\d/;
const longestText = 200;

/** Estimates whether a text fits into a width by adding up the widths of its characters, without a layout. */
export class TextFitEstimator {
  readonly #canvas = document.createElement("canvas").getContext("2d");
  readonly #widths = new Map<string, number>();
  #font = "";

  /** Uses the font of an element. */
  setFont(of: Element): void {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(of);
    const font = `${fontWeight} ${fontSize} ${fontFamily}`;
    if (font !== this.#font) {
      this.#font = font;
      this.#widths.clear();
    }
  }

  /** Whether a text certainly fits into `width` pixels. False in case of doubt. */
  fits(text: string, width: number): boolean {
    if (text.length > longestText) {
      return false;
    }
    let left = width;
    for (const character of text) {
      left -= this.#widthOf(character);
      if (left < 0) {
        return false;
      }
    }
    return true;
  }

  #widthOf(character: string): number {
    const known = this.#widths.get(character);
    if (known !== undefined) {
      return known;
    }
    const width = this.#measure(character);
    this.#widths.set(character, width);
    return width;
  }

  #measure(character: string): number {
    if (!this.#canvas || contextDependent.test(character)) {
      return Number.POSITIVE_INFINITY;
    }
    this.#canvas.font = this.#font;
    // Number columns use tabular digits, which are all as wide as the widest.
    const texts = digit.test(character) ? [..."0123456789"] : [character];
    return Math.max(...texts.map((text) => this.#canvas?.measureText(text).width ?? Number.POSITIVE_INFINITY));
  }
}
