import type { Logger } from "../../base/logger.ts";
import { isSmallGroup, type SmallGroupGuard } from "../../base/small-group.ts";
import type { Session } from "../../client/call/client.ts";
import type { RecordCountParams, RecordCountResponse } from "../../languages/core/requests/editor-requests.ts";

/** Dependencies of the record counter. */
export interface RecordCounterServices {
  readonly currentSession: () => Promise<Session>;
  readonly currentTarget: () => { readonly connectionId: string };
  readonly guardOf: (connectionId: string) => SmallGroupGuard | undefined;
  readonly log: Logger;
}

const timeoutMs = 10_000;

/**
 * Counts the records of a dimension member, such as the employees in Canada, by a query on the active connection.
 * Respects the connection's small-group setting.
 */
export class RecordCounter {
  readonly #services: RecordCounterServices;

  constructor(services: RecordCounterServices) {
    this.#services = services;
  }

  /** Returns the only cell of the response to a query that counts the records of a member. Never rejects. */
  async count({ request }: RecordCountParams, signal: AbortSignal): Promise<RecordCountResponse> {
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

const unknown: RecordCountResponse = { kind: "unknown" };

function guarded(value: string, support: string | undefined, guard: SmallGroupGuard | undefined): RecordCountResponse {
  const isSmall = guard !== undefined && isSmallGroup(support, true, guard);
  return isSmall && guard.mode === "hide"
    ? { kind: "hidden", threshold: guard.threshold }
    : { kind: "counted", value, isSmallGroup: isSmall };
}
