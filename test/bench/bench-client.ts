import type { Client } from "../../src/client/call/client.ts";
import { createServiceClient } from "../../src/client/service-client.ts";
import { silentLogger } from "../support/silent-logger.ts";

/** The product's client, signed in to the server of the bench. */
export function createBenchClient(baseUrl: string): Client {
  return createServiceClient({
    connection: { baseUrl, apiKey: "KEY", credentials: async () => ({ username: "u", password: "p" }) },
    gate: async () => "allowed",
    logger: silentLogger,
  });
}
