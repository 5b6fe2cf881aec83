import type { Logger } from "../../base/logger.ts";
import { isSmallGroup, type SmallGroupGuard } from "../../base/small-group.ts";
import type { Session } from "../../client/call/client.ts";
import type { MemberCountParams, MemberCountResponse } from "../../languages/core/requests/editor-requests.ts";

/** Dependencies of the member counter. */
export interface MemberCounterServices {
  readonly currentSession: () => Promise<Session>;
  readonly currentTarget: () => { readonly connectionId: string };
  readonly guardOf: (connectionId: string) => SmallGroupGuard | undefined;
  readonly log: Logger;
}

const timeoutMs = 10_000;

/** Counts the people of a dimension member by a query on the active connection, subject to its small-group guard. */
export class MemberCounter {
  readonly #services: MemberCounterServices;

  constructor(services: MemberCounterServices) {
    this.#services = services;
  }

  /** Counts a member; never rejects. */
  async count({ request }: MemberCountParams, signal: AbortSignal): Promise<MemberCountResponse> {
    const { currentSession, currentTarget, guardOf, log } = this.#services;
    try {
      const { connectionId } = currentTarget();
      const { client } = await currentSession();
      if (currentTarget().connectionId !== connectionId) {
        return unknown;
      }
      const { cellSet } = await client.queryAggregate({ body: request }, { signal, timeoutMs });
      const [cell] = cellSet?.cells ?? [];
      return cell?.value === undefined ? unknown : guarded(cell.value, cell.support, guardOf(connectionId));
    } catch (error) {
      if (!signal.aborted) {
        log.debug(`A member could not be counted: ${error instanceof Error ? error.message : "unknown"}`);
      }
      return unknown;
    }
  }
}

const unknown: MemberCountResponse = { kind: "unknown" };

function guarded(value: string, support: string | undefined, guard: SmallGroupGuard | undefined): MemberCountResponse {
  const isSmall = guard !== undefined && isSmallGroup(support, true, guard);
  return isSmall && guard.mode === "hide"
    ? { kind: "hidden", threshold: guard.threshold }
    : { kind: "counted", value, isSmallGroup: isSmall };
}
