import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Client, createClient } from "../../../../src/client/call/client.ts";
import type { RoleGate } from "../../../../src/client/interface/connection.ts";
import { contract } from "../../../../src/contract/contract.ts";
import type { DeliveryProgress } from "../../../../src/features/transfers/delivery.ts";
import { IntakeServer } from "../../../support/intake-server.ts";
import { silentLogger } from "../../../support/silent-logger.ts";

export interface IntakeWorld {
  readonly server: IntakeServer;
  readonly client: Client;
  readonly folder: string;
  /** Writes a file and gives its path. */
  file(name: string, content: string | Uint8Array): Promise<string>;
}

/** Runs a test with a client of a plain HTTP server that answers intake, and a folder of its own. */
export async function withIntake(
  test: (world: IntakeWorld) => Promise<void>,
  gate: RoleGate = async () => "allowed",
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "transfers-"));
  const server = new IntakeServer();
  await server.start();
  const client = createClient({
    contract,
    connection: {
      baseUrl: server.url,
      apiKey: "key",
      credentials: async () => ({ username: "ada", password: "pass" }),
    },
    gate,
    logger: silentLogger,
  });
  try {
    await test({
      server,
      client,
      folder,
      file: async (name, content) => {
        const file = path.join(folder, name);
        await writeFile(file, content);
        return file;
      },
    });
  } finally {
    client.dispose();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Takes progress and forgets it. */
export const unheard = (_progress: DeliveryProgress) => undefined;

/** A signal that nobody aborts. */
export function noStop(): AbortSignal {
  return new AbortController().signal;
}
