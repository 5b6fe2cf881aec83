import { systemClock } from "../../base/clock.ts";
import type { FollowServices } from "./followed-job.ts";
import type { DetailServices } from "./job-details-model.ts";
import type { JobConnections } from "./jobs-source.ts";

/** Creates the function that watches a job through the client, with a session of its connection and tenant. */
export function createJobWatcher(connections: JobConnections): FollowServices["watch"] {
  return async function* ({ connectionId, reference }, signal) {
    const { pollJob, watchJob } = await import("../../client/service-client.ts");
    const poll = async () => {
      const { client } = await connections.sessionFor(connectionId, reference.tenant);
      return pollJob(client, reference, signal);
    };
    yield* watchJob(poll, { clock: systemClock, random: Math.random, signal });
  };
}

/** Creates the function that reads details of child jobs that their parents' answers lack. */
export function createDetailsReader(connections: JobConnections): DetailServices["read"] {
  return async function* ({ connectionId, tenant }, ids, signal) {
    const { jobDetails } = await import("../../client/service-client.ts");
    const { client } = await connections.sessionFor(connectionId, tenant);
    yield* jobDetails(client, ids, { signal });
  };
}
