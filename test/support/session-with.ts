import type { Client, Session } from "../../src/client/call/client.ts";

/** A session whose client has only the given methods. */
export function sessionWith(client: Partial<Record<keyof Client, unknown>>): Session {
  return {
    connectionId: "acme",
    connectionLabel: "Acme",
    role: "test",
    tenant: undefined,
    project: undefined,
    client: client as unknown as Client,
  };
}
