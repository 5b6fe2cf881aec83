import { systemClock } from "../../base/clock.ts";
import type { FollowServices } from "./followed-job.ts";
import type { DetailServices } from "./job-details-model.ts";
import type { JobConnections } from "./jobs-source.ts";

/** Watches jobs through the client, each by a session of its connection and tenant. */
export function watchThrough(connections: JobConnections): FollowServices["watch"] {
  return async function* ({ connectionId, reference }, signal) {
    const { pollJob, watchJob } = await import("../../client/service-client.ts");
    const look = async () => {
      const { client } = await connections.sessionFor(connectionId, reference.tenant);
      return pollJob(client, reference, signal);
    };
    yield* watchJob(look, { clock: systemClock, random: Math.random, signal });
  };
}

/** Reads what the parents of jobs do not say of them. */
export function readThrough(connections: JobConnections): DetailServices["read"] {
  return async function* ({ connectionId, tenant }, ids, signal) {
    const { jobDetails } = await import("../../client/service-client.ts");
    const { client } = await connections.sessionFor(connectionId, tenant);
    yield* jobDetails(client, ids, { signal });
  };
}
