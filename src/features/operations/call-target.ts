import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { Session } from "../../client/call/session.ts";
import type { Availability } from "../../host/availability.ts";
import type { CallTargetLabels } from "../../protocol/operations-view.ts";

/** Where the calls of a panel go: known at once, while the session may first have to start a service or sign in. */
export interface CallTarget {
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant: string | undefined;
  readonly project: string | undefined;
  /** The session of this very place, whatever is active by then. */
  session(): Promise<Session>;
  /** The tenant that calls without one act on; `undefined` where it cannot be told. */
  loginTenant(): Promise<string | undefined>;
  /** What the connection says of small groups now. */
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
