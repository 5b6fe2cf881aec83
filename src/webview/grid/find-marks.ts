/** Text to highlight in the cells of the grid. */
export interface HighlightedText {
  readonly text: string;
  readonly isCaseSensitive: boolean;
}

const matchName = "find-match";
const currentName = "find-current";

/** Highlights a text in the given cells with the CSS Custom Highlight API, without changing the DOM. */
export function highlightInCells(cells: Iterable<Element>, marked: HighlightedText | undefined): void {
  const matches = new Highlight();
  const current = new Highlight();
  for (const cell of marked ? cells : []) {
    const node = cell.firstChild;
    for (const range of node instanceof Text && marked ? rangesOf(node, marked) : []) {
      (cell.classList.contains("is-active") ? current : matches).add(range);
    }
  }
  CSS.highlights.set(matchName, matches);
  CSS.highlights.set(currentName, current);
}

export function clearHighlights(): void {
  CSS.highlights.delete(matchName);
  CSS.highlights.delete(currentName);
}

function* rangesOf(node: Text, { text, isCaseSensitive }: HighlightedText): Generator<Range> {
  const [data, wanted] = isCaseSensitive ? [node.data, text] : [node.data.toLowerCase(), text.toLowerCase()];
  // Some letters become several when they change case; then the offsets would be wrong.
  if (data.length !== node.data.length) {
    return;
  }
  for (let at = data.indexOf(wanted); at >= 0; at = data.indexOf(wanted, at + wanted.length)) {
    const range = new Range();
    range.setStart(node, at);
    range.setEnd(node, at + wanted.length);
    yield range;
  }
}
