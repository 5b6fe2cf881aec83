import type { Session } from "../../client/call/client.ts";
import type { JobsSource } from "./jobs-model.ts";

/** Subset of the connection service that the jobs feature uses. */
export interface JobConnections {
  /** Ids of the active connection and tenant. */
  readonly target: { readonly connectionId: string; readonly tenant?: string | undefined };
  current(): Promise<Session>;
  sessionFor(connectionId: string, tenant?: string): Promise<Session>;
}

/** Creates the source that requests the jobs of the active tenant through the client. */
export function createJobsSource(connections: JobConnections): JobsSource {
  return {
    target: () => ({ connectionId: connections.target.connectionId, tenant: connections.target.tenant }),
    async list(startTime, signal) {
      const { client } = await connections.current();
      return (await client.listJobStatuses({ query: { startTime } }, { signal })).jobStatus ?? [];
    },
    async dispatched(jobId, signal) {
      const { client } = await connections.current();
      const { listDispatchedJobs } = await import("../../client/service-client.ts");
      return listDispatchedJobs(client, jobId, { signal });
    },
  };
}
