import type { Session } from "../../client/call/client.ts";
import type { JobsSource } from "./jobs-model.ts";

/** The part of the connections that the jobs use. */
export interface JobConnections {
  /** The active target. */
  readonly target: { readonly connectionId: string; readonly tenant?: string | undefined };
  current(): Promise<Session>;
  sessionFor(connectionId: string, tenant?: string): Promise<Session>;
}

/** Creates the source that reads the jobs of the active target through the client. */
export function createJobsSource(connections: JobConnections): JobsSource {
  return {
    target: () => ({ connectionId: connections.target.connectionId, tenant: connections.target.tenant }),
    async list(startTime, signal) {
      const { client } = await connections.current();
      const query = startTime === undefined ? {} : { startTime };
      return (await client.listJobStatuses({ query }, { signal })).jobStatus ?? [];
    },
    async dispatched(jobId, signal) {
      const { client } = await connections.current();
      const { listDispatchedJobs } = await import("../../client/service-client.ts");
      return listDispatchedJobs(client, jobId, { signal });
    },
  };
}
