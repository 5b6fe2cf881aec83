/** State of a transaction. `closed` means committed in some tenants and rolled back in others. */
export type TransactionState = "open" | "committed" | "rolledBack" | "closed" | "unknown";

/**
 * Error for a failure in a SQL transaction. The message has the failure, the state of the transaction, and what the
 * user can do.
 */
export class SqlTransactionError extends Error {
  override readonly name = "SqlTransactionError";
  readonly transactionId: string;
  readonly transactionState: TransactionState;

  constructor(what: string, transactionId: string, transactionState: TransactionState, options?: ErrorOptions) {
    super(`${what} ${describeTransactionState(transactionId, transactionState)}`, options);
    this.transactionId = transactionId;
    this.transactionState = transactionState;
  }
}

/** Describes the state of a transaction for the user, and what to do about it. */
export function describeTransactionState(transactionId: string, transactionState: TransactionState): string {
  const transaction = `The transaction ${transactionId}`;
  switch (transactionState) {
    case "open":
      return `${transaction} is open: run the job again in it, commit it or roll it back; it is rolled back when it expires.`;
    case "rolledBack":
      return `${transaction} is rolled back, so nothing has changed.`;
    case "committed":
      return `${transaction} is committed, so its changes are permanent.`;
    case "closed":
      return `${transaction} is closed, committed for some tenants and rolled back for others; check each tenant.`;
    case "unknown":
      return `The state of ${transaction.replace("The", "the")} could not be read; it is rolled back when it expires, unless it was committed.`;
  }
}

/** Converts a transaction status of the service (sql-like-language 13.5). */
export function parseTransactionState(status: string | undefined): TransactionState {
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
