import type { SqlJob } from "./sql-job.ts";

/** The job that makes a materialized view's rows anew from its query, in place of what it holds (sql-like-language 13.4). */
export function viewJob(objectName: string, query: string): SqlJob {
  const text = `INSERT OVERWRITE TABLE \`${objectName}\` BY NAME\n${query.replace(/;\s*$/, "")}`;
  return {
    actions: [
      { kind: "query", text, timeoutMs: undefined, output: undefined, rollsBackOnEmpty: false },
      { kind: "commit" },
    ],
    tenants: undefined,
    inputs: [],
    preconditions: [],
    keepsTransactionOpen: false,
  };
}
