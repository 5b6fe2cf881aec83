import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { Session } from "../../client/call/client.ts";
import type { Availability } from "../../host/availability.ts";
import type { CallTargetLabels } from "../../protocol/operations-view.ts";

/**
 * Target of a panel's calls. Its labels are known at once; the session may first have to start a service or sign in.
 */
export interface CallTarget {
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant: string | undefined;
  readonly project: string | undefined;
  /** Returns the session of this target, even if another one is active. */
  session(): Promise<Session>;
  /** Tenant that calls act on when they name none; undefined if it cannot be determined. */
  loginTenant(): Promise<string | undefined>;
  /** Current small-group guard of the connection. */
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
