/** One line of the tree; what it says is looked up by its key when it is drawn. */
export type TransactionItem =
  | { readonly kind: "transaction"; readonly key: string }
  | { readonly kind: "table" | "input"; readonly key: string; readonly name: string }
  | { readonly kind: "job"; readonly key: string; readonly jobId: string };

/** The same for the same line after a refresh. */
export function itemId(item: TransactionItem): string {
  switch (item.kind) {
    case "transaction":
      return item.key;
    case "job":
      return `${item.key} job ${item.jobId}`;
    default:
      return `${item.key} ${item.kind} ${item.name}`;
  }
}

/** The editor finds a line that is to be drawn again by the object it was given: each line has one. */
export class TransactionItems {
  readonly #items = new Map<string, TransactionItem>();

  of(item: TransactionItem): TransactionItem {
    const id = itemId(item);
    const known = this.#items.get(id) ?? item;
    this.#items.set(id, known);
    return known;
  }
}
