import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { Session } from "../../client/call/client.ts";
import type { Availability } from "../../host/availability.ts";
import type { CallTargetLabels } from "../../protocol/operations-view.ts";

/**
 * Connection and tenant of a page's API calls. The labels are available at once. Creating the session may start the
 * service or ask the user to sign in.
 */
export interface CallTarget {
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant: string | undefined;
  readonly project: string | undefined;
  /** Returns a session for this connection and tenant, even if another one is active. */
  session(): Promise<Session>;
  /** Returns the tenant that applies to requests without a tenant. Undefined if it cannot be determined. */
  loginTenant(): Promise<string | undefined>;
  /** Returns the current small-group setting of the connection. */
  smallGroups(): Promise<{ readonly guard: SmallGroupGuard } | undefined>;
  readonly availability: Availability;
}

export function callTargetLabels({ connectionId, connection, tenant, project }: CallTarget): CallTargetLabels {
  return {
    connectionId,
    connection,
    ...(tenant !== undefined && { tenant }),
    ...(project !== undefined && { project }),
  };
}

export function isSameCallTarget(one: CallTargetLabels, other: CallTargetLabels): boolean {
  return one.connectionId === other.connectionId && one.tenant === other.tenant && one.project === other.project;
}

export function callTargetText({ connection, tenant, project }: CallTargetLabels): string {
  return [connection, tenant, project].filter((part) => part !== undefined).join(" · ");
}
