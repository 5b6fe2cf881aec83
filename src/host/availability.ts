import * as vscode from "vscode";

/** What the service of a connection is known not to offer; nothing is assumed of one that has not said so. */
export interface Availability {
  /** Names of the operations, as far as they are known now. */
  known(): ReadonlySet<string>;
  /** The same once the service can be asked: starts the local one. */
  read(): Promise<ReadonlySet<string>>;
  /** Names of other connections that are not known to lack any of the operations. */
  elsewhere(operations: readonly string[]): readonly string[];
}

/** A place of calls, as far as it matters what can be called there. */
export interface AvailabilityTarget {
  readonly connection: string;
  readonly availability: Availability;
}

/** Throws where the connection lacks one of the operations; `flow` is what needs them, as the subject of a sentence. */
export async function requireOperations(
  place: AvailabilityTarget,
  flow: string,
  operations: readonly string[],
): Promise<void> {
  const unavailable = await place.availability.read();
  const missing = operations.filter((operation) => unavailable.has(operation));
  if (missing.length > 0) {
    throw new Error(unavailableText(place, flow, missing));
  }
}

/** Says what a connection lacks, and which one to select instead. */
export function unavailableText(place: AvailabilityTarget, flow: string, missing: readonly string[]): string {
  return vscode.l10n.t(
    "{0} is not available on {1} yet: its service does not offer {2}. {3}",
    flow,
    place.connection,
    missing.join(", "),
    wayOutText(place, missing),
  );
}

/** Which connection to select in place of one that lacks operations. */
export function wayOutText({ availability }: AvailabilityTarget, missing: readonly string[]): string {
  const others = availability.elsewhere(missing);
  return others.length === 0
    ? vscode.l10n.t("Add a connection to a hosted service, and select it in the status bar.")
    : vscode.l10n.t("Select another connection in the status bar first: {0}.", others.join(", "));
}
