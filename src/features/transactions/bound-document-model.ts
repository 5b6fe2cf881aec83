/** Scheme and path of a document's URI. */
interface Address {
  readonly scheme: string;
  readonly path: string;
}

const beginning = "Inside ";
const ending = ".tablesql";

/**
 * Returns the name of the unsaved document whose statements run inside a transaction. The binding consists of this name
 * alone.
 */
export function boundDocumentPath(transactionId: string): string {
  return `${beginning}${encodeURIComponent(transactionId)}${ending}`;
}

/** Returns the transaction that a document is bound to. Files are bound to none, even if saved from such a document. */
export function boundTransactionId({ scheme, path }: Address): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (scheme !== "untitled" || !name.startsWith(beginning) || !name.endsWith(ending)) {
    return undefined;
  }
  try {
    return decodeURIComponent(name.slice(beginning.length, -ending.length));
  } catch {
    return undefined;
  }
}
