import type { ConnectionRole } from "../../base/connection-role.ts";
import type { Client } from "./client.ts";

/** A client with who it speaks for and where it acts; what a result or a panel keeps for as long as it lives. */
export interface Session {
  readonly connectionId: string;
  readonly connectionLabel: string;
  readonly role: ConnectionRole;
  /** Tenant that calls act on; the login tenant when `undefined`. */
  readonly tenant: string | undefined;
  /** Draft project that calls run in; the production version when `undefined`. */
  readonly project: { readonly id: string; readonly name: string } | undefined;
  readonly client: Client;
}
