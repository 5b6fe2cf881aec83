/** Purpose of a connection, by how much a mistake would cost. It decides which operations are allowed. */
export type ConnectionRole = "development" | "test" | "production";

export const connectionRoles: readonly ConnectionRole[] = ["development", "test", "production"];

export const transactionExtensionPolicies = ["exceptProduction", "always", "never"] as const;

/** When the editor extends a transaction automatically while one of its jobs runs. The values of the setting. */
export type TransactionExtensionPolicy = (typeof transactionExtensionPolicies)[number];

/**
 * Whether the editor may extend a transaction automatically. `userChoice` is the user's decision for this transaction and
 * takes precedence over the setting.
 */
export function isExtendedAutomatically(
  policy: TransactionExtensionPolicy,
  role: ConnectionRole,
  userChoice?: boolean,
): boolean {
  return userChoice ?? (policy === "always" || (policy === "exceptProduction" && role !== "production"));
}
