/** Scheme and path of a document's URI. */
interface DocumentUri {
  readonly scheme: string;
  readonly path: string;
}

const prefix = "Inside ";
const suffix = ".tablesql";

/**
 * Returns the name of the unsaved document whose statements run inside a transaction. The binding consists of this name
 * alone.
 */
export function boundDocumentPath(transactionId: string): string {
  return `${prefix}${encodeURIComponent(transactionId)}${suffix}`;
}

/** Returns the transaction that a document is bound to. Files are bound to none, even if saved from such a document. */
export function boundTransactionId({ scheme, path }: DocumentUri): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (scheme !== "untitled" || !name.startsWith(prefix) || !name.endsWith(suffix)) {
    return undefined;
  }
  try {
    return decodeURIComponent(name.slice(prefix.length, -suffix.length));
  } catch {
    return undefined;
  }
}
