/**
 * Purpose of a connection to the service. Determines which operations are allowed, according to how much a mistake
 * would cost.
 */
export type ConnectionRole = "development" | "test" | "production";

export const connectionRoles: readonly ConnectionRole[] = ["development", "test", "production"];

export const transactionExtensionPolicies = ["exceptProduction", "always", "never"] as const;

/**
 * Value of the setting that controls when the editor automatically extends a database transaction while one of its jobs
 * runs.
 */
export type TransactionExtensionPolicy = (typeof transactionExtensionPolicies)[number];

/**
 * Whether the editor may extend a database transaction automatically. `userChoice` is the user's decision for this
 * transaction and takes precedence over the setting.
 */
export function isTransactionExtendedAutomatically(
  policy: TransactionExtensionPolicy,
  role: ConnectionRole,
  userChoice?: boolean,
): boolean {
  return userChoice ?? (policy === "always" || (policy === "exceptProduction" && role !== "production"));
}
