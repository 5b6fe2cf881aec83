import type { ConnectionRole } from "../../base/connection-role.ts";
import type { Client } from "./client.ts";

/** A client with its connection, tenant and project. A result or a panel keeps its session for its lifetime. */
export interface Session {
  readonly connectionId: string;
  readonly connectionLabel: string;
  readonly role: ConnectionRole;
  /** Tenant that calls act on; undefined for the login tenant. */
  readonly tenant: string | undefined;
  /** Draft project that calls run in; undefined for the production version. */
  readonly project: { readonly id: string; readonly name: string } | undefined;
  readonly client: Client;
}
