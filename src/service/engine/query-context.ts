import type { Tenant } from "../call/call.ts";

/** What a query runs in. */
export interface QueryContext {
  readonly tenant: Pick<Tenant, "model" | "database">;
  /** Name of the time column in the tenant's deployment, `Service_Time` unless the profile says otherwise. */
  readonly timeColumn: string;
  readonly signal: AbortSignal;
}
