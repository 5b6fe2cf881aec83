/** Components of a document's URI. */
interface DocumentUri {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
}

const prefix = "Inside ";
const suffix = ".tablesql";

/**
 * Returns the URI parts of the unsaved document whose statements run inside a transaction. The path names what the
 * transaction is for and the transaction, such as `Inside badges 1f0c9a2e.tablesql`, since VS Code keeps unsaved texts by
 * their path alone. The binding consists of the query alone.
 */
export function boundDocumentUri(transactionId: string, label: string): DocumentUri {
  const shortId = transactionId.slice(0, 8);
  const name = label.replace(/\.sqljob\.json$/, "");
  const unique = (name.includes(shortId) ? name : `${name} ${shortId}`).replace(/[/\\]/g, "-");
  const path = `${prefix}${unique}${suffix}`;
  return { scheme: "untitled", path, query: transactionId };
}

/**
 * Returns the id of the transaction in which a document's statements run. Undefined for a saved file, even if it was
 * saved from such a document.
 */
export function boundTransactionId({ scheme, path, query }: DocumentUri): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const isBound = scheme === "untitled" && name.startsWith(prefix) && name.endsWith(suffix) && query !== "";
  return isBound ? query : undefined;
}
