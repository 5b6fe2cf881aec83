import type { ConnectionRole } from "../../client/call/session.ts";

/** When the editor itself extends a transaction while a job of it runs; the values of the setting. */
export type ExtensionChoice = "exceptProduction" | "always" | "never";

export function readExtensionChoice(value: unknown): ExtensionChoice {
  return value === "always" || value === "never" ? value : "exceptProduction";
}

/** What a person asked for about this transaction counts before the setting. */
export function isExtendedAutomatically(
  choice: ExtensionChoice,
  role: ConnectionRole,
  asked: boolean | undefined,
): boolean {
  return asked ?? (choice === "always" || (choice === "exceptProduction" && role !== "production"));
}

/** A job that runs must not meet the expiry before the next look. */
export const extendBeforeMs = 120_000;
