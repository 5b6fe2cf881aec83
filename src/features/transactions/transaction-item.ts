/** Item of the transactions tree. Its content is looked up by key when VS Code renders it. */
export type TransactionItem =
  | { readonly kind: "transaction"; readonly key: string }
  | { readonly kind: "table" | "input"; readonly key: string; readonly name: string }
  | { readonly kind: "job"; readonly key: string; readonly jobId: string };

/** Returns the id of a tree item, which stays the same after a refresh. */
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
