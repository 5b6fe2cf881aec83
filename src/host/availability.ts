import * as vscode from "vscode";

/**
 * Operations that the service of a connection is known to lack. A service that has not reported any is assumed to offer
 * all.
 */
export interface Availability {
  /** Names of the missing operations that are known now. */
  known(): ReadonlySet<string>;
  /** Names of the missing operations; starts the local service to find out. */
  read(): Promise<ReadonlySet<string>>;
  /** Names of other connections that are not known to lack any of these operations. */
  elsewhere(operations: readonly string[]): readonly string[];
}

/** Connection of a call and the operations that it offers. */
export interface AvailabilityTarget {
  readonly connection: string;
  readonly availability: Availability;
}

/**
 * Throws an error if the connection lacks one of the operations. `flow` names what needs them and is the subject of the
 * message.
 */
export async function requireOperations(
  target: AvailabilityTarget,
  flow: string,
  operations: readonly string[],
): Promise<void> {
  const unavailable = await target.availability.read();
  const missing = operations.filter((operation) => unavailable.has(operation));
  if (missing.length > 0) {
    throw new Error(unavailableText(target, flow, missing));
  }
}

/** Message that names the missing operations and the connections to select instead. */
export function unavailableText(target: AvailabilityTarget, flow: string, missing: readonly string[]): string {
  return vscode.l10n.t(
    "{0} is not available on {1} yet: its service does not offer {2}. {3}",
    flow,
    target.connection,
    missing.join(", "),
    alternativeText(target, missing),
  );
}

/** Advice which connection to select instead of one that lacks operations. */
export function alternativeText({ availability }: AvailabilityTarget, missing: readonly string[]): string {
  const others = availability.elsewhere(missing);
  return others.length === 0
    ? vscode.l10n.t("Add a connection to a hosted service, and select it in the status bar.")
    : vscode.l10n.t("Select another connection in the status bar first: {0}.", others.join(", "));
}
