import * as vscode from "vscode";

/**
 * Access to the names of the operations that a connection's service does not support. If the service has not reported
 * any, all operations count as supported.
 */
export interface Availability {
  /** Returns the names of the unsupported operations that are known so far, without any request. */
  known(): ReadonlySet<string>;
  /** Returns the names of other connections that may support all of the given operations. */
  connectionsSupporting(operations: readonly string[]): readonly string[];
}

/** Name of a connection, with access to the operations that it does not support. */
export interface AvailabilityTarget {
  readonly connection: string;
  readonly availability: Availability;
}

/**
 * Throws an error if the connection does not support one of the operations. `flow` names the feature that needs them
 * and is the subject of the error message.
 */
export function requireOperations(target: AvailabilityTarget, flow: string, operations: readonly string[]): void {
  const unavailable = target.availability.known();
  const missing = operations.filter((operation) => unavailable.has(operation));
  if (missing.length > 0) {
    throw new Error(describeUnavailableOperations(target, flow, missing));
  }
}

/** Sets contexts for when clauses, without the prefix `workforce.`: whether the service lacks an operation. */
export function setMissingContexts(missing: ReadonlySet<string>, operations: Readonly<Record<string, string>>): void {
  for (const [context, operation] of Object.entries(operations)) {
    void vscode.commands.executeCommand("setContext", `workforce.${context}`, missing.has(operation));
  }
}

/** Returns an error message with the unsupported operations and the connections to use instead. */
export function describeUnavailableOperations(
  target: AvailabilityTarget,
  flow: string,
  missing: readonly string[],
): string {
  return vscode.l10n.t(
    "{0} is not available on {1} yet: its service does not offer {2}. {3}",
    flow,
    target.connection,
    missing.join(", "),
    adviseOtherConnection(target, missing),
  );
}

/** Returns a sentence that recommends other connections for unsupported operations. */
export function adviseOtherConnection({ availability }: AvailabilityTarget, missing: readonly string[]): string {
  const others = availability.connectionsSupporting(missing);
  return others.length === 0
    ? vscode.l10n.t("Add a connection to a hosted service, and select it in the status bar.")
    : vscode.l10n.t("Select another connection in the status bar first: {0}.", others.join(", "));
}
