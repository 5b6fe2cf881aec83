/** How a transaction stands after something failed in it. */
export type TransactionState = "open" | "committed" | "rolledBack" | "closed" | "unknown";

/** A failure inside a SQL transaction: what failed, how the transaction stands and what to do about it. */
export class SqlTransactionError extends Error {
  override readonly name = "SqlTransactionError";
  readonly transactionId: string;
  readonly transactionState: TransactionState;

  constructor(what: string, transactionId: string, transactionState: TransactionState, options?: ErrorOptions) {
    super(`${what} ${transactionStateText(transactionId, transactionState)}`, options);
    this.transactionId = transactionId;
    this.transactionState = transactionState;
  }
}

/** What stands at the service, and the way out. */
export function transactionStateText(transactionId: string, transactionState: TransactionState): string {
  const transaction = `The transaction ${transactionId}`;
  switch (transactionState) {
    case "open":
      return `${transaction} is open: run the job again in it, commit it or roll it back; it is rolled back when it expires.`;
    case "rolledBack":
      return `${transaction} is rolled back, so that nothing has changed.`;
    case "committed":
      return `${transaction} is committed, so that its changes are permanent.`;
    case "closed":
      return `${transaction} is closed, committed for some tenants and rolled back for others; look at each.`;
    case "unknown":
      return `How ${transaction.replace("The", "the")} stands could not be asked; it is rolled back when it expires, unless it was committed.`;
  }
}

/** The status words of sql-like-language 13.5. */
export function transactionStateOf(status: string | undefined): TransactionState {
  switch ((status ?? "").toUpperCase()) {
    case "OPEN":
      return "open";
    case "COMMITTED":
      return "committed";
    case "ROLLED_BACK":
      return "rolledBack";
    case "CLOSED":
      return "closed";
    default:
      return "unknown";
  }
}
