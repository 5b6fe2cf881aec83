/** An item of the tree. Its content is looked up by its key when it is rendered. */
export type TransactionItem =
  | { readonly kind: "transaction"; readonly key: string }
  | { readonly kind: "table" | "input"; readonly key: string; readonly name: string }
  | { readonly kind: "job"; readonly key: string; readonly jobId: string };

/** Returns an id that stays the same for an item across refreshes. */
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

/** Keeps one object per item, because VS Code identifies the items to refresh by object identity. */
export class TransactionItems {
  readonly #items = new Map<string, TransactionItem>();

  of(item: TransactionItem): TransactionItem {
    const id = itemId(item);
    const known = this.#items.get(id) ?? item;
    this.#items.set(id, known);
    return known;
  }
}
