import type { Session } from "../../client/call/session.ts";
import type { JobsSource } from "./jobs-model.ts";

/** What the jobs need of the connections. */
export interface JobConnections {
  /** What is chosen now. */
  readonly target: { readonly connectionId: string; readonly tenant?: string | undefined };
  current(): Promise<Session>;
  sessionFor(connectionId: string, tenant?: string): Promise<Session>;
}

/** Reads the jobs of the active target through the client. */
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
      const { dispatchedJobs } = await import("../../client/service-client.ts");
      return dispatchedJobs(client, jobId, { signal });
    },
  };
}
