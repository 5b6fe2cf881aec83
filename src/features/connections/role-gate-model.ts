import type { ConnectionRole } from "../../base/connection-role.ts";
import type { OperationKind } from "../../contract/operation.ts";

/** `asked` needs a confirmation; `typed` needs the tenant's name typed, for what cannot be undone. */
type GateDecision = "allowed" | "asked" | "typed" | "denied";

/** Decision for each role and kind of operation. */
export const gateDecisions: Readonly<Record<ConnectionRole, Readonly<Record<OperationKind, GateDecision>>>> = {
  development: { read: "allowed", load: "allowed", define: "allowed", publish: "allowed", delete: "allowed" },
  test: { read: "allowed", load: "allowed", define: "allowed", publish: "asked", delete: "asked" },
  production: { read: "allowed", load: "asked", define: "asked", publish: "typed", delete: "typed" },
};
