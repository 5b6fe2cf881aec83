/** What a connection may do, by how much a mistake would cost. */
export type ConnectionRole = "development" | "test" | "production";

export const connectionRoles: readonly ConnectionRole[] = ["development", "test", "production"];

export const extensionChoices = ["exceptProduction", "always", "never"] as const;

/** When the editor itself extends a transaction while a job of it runs; the values of the setting. */
export type ExtensionChoice = (typeof extensionChoices)[number];

/** Whether the editor may extend a transaction by itself: what a person `asked` for about this one counts before the setting. */
export function isExtendedAutomatically(choice: ExtensionChoice, role: ConnectionRole, asked?: boolean): boolean {
  return asked ?? (choice === "always" || (choice === "exceptProduction" && role !== "production"));
}
