/** A document, as far as its address tells. */
interface Address {
  readonly scheme: string;
  readonly path: string;
}

const beginning = "Inside ";
const ending = ".tablesql";

/** Name of the unsaved document whose statements run inside a transaction: the binding is nothing but its name. */
export function boundDocumentPath(transactionId: string): string {
  return `${beginning}${encodeURIComponent(transactionId)}${ending}`;
}

/** The transaction that a document is bound to; a file, also one that was saved from such a document, is bound to none. */
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
