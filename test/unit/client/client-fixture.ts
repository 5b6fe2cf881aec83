import type { ServerResponse } from "node:http";
import { type Client, type ClientOptions, createClient } from "../../../src/client/call/client.ts";
import type { Connection } from "../../../src/client/interface/connection.ts";
import type { StreamResponse } from "../../../src/client/interface/method.ts";
import { type Contract, contract } from "../../../src/contract/contract.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { type LocalServer, type Received, sendJson, sendText, startServer } from "./local-server.ts";
import { ManualClock } from "./manual-clock.ts";

/** Secrets that must never be seen outside the requests that carry them. */
export const secrets = {
  apiKey: "key-7f31",
  username: "ada@example.test",
  password: "pass word&+%1",
  token: "asid-",
  jwt: "jwt-",
};

export interface World {
  readonly server: LocalServer;
  readonly client: Client<Contract>;
  readonly clock: ManualClock;
  /** Requests other than those for a token. */
  calls(): readonly Received[];
  /** Requests for an ASID token. */
  signIns(): readonly Received[];
  /** Requests for a JWT. */
  jwts(): readonly Received[];
  /** A second client of the same server, with what its connection has in another way. */
  another(connection: Partial<Connection>): Client<Contract>;
}

export interface WorldOptions {
  /** Answers a call that is not a sign-in; `count` is its position among these from 1. */
  readonly answer: (request: Received, response: ServerResponse, count: number) => void;
  /** Answers a sign-in; gives the tokens `asid-1`, `asid-2`, ... when left out. */
  readonly signIn?: (request: Received, response: ServerResponse, count: number) => void;
  /** Answers a request for a JWT; gives `jwt-1`, `jwt-2`, ... for an hour when left out. */
  readonly jwt?: (request: Received, response: ServerResponse, count: number) => void;
  readonly connection?: Partial<Connection>;
  /** Added to the server's address. */
  readonly basePath?: string;
  readonly options?: Partial<Omit<ClientOptions<Contract>, "contract" | "connection">>;
}

const tokenPath = "/v1/admin/serviceSecureToken";
const jwtPath = "/v1/auth/oauth2/token";

/** Runs a test against a real server on loopback and closes everything after it. */
export async function withServer(options: WorldOptions, test: (world: World) => Promise<void>): Promise<void> {
  let calls = 0;
  let signIns = 0;
  let jwts = 0;
  const giveToken = options.signIn ?? ((_, response, count) => sendText(response, `${secrets.token}${count}`));
  const giveJwt =
    options.jwt ??
    ((_, response, count) => sendJson(response, { access_token: `${secrets.jwt}${count}`, expires_in: 3600 }));
  const server = await startServer((request, response) => {
    if (request.url === tokenPath) {
      giveToken(request, response, ++signIns);
    } else if (request.url === jwtPath) {
      giveJwt(request, response, ++jwts);
    } else {
      options.answer(request, response, ++calls);
    }
  });
  const clock = new ManualClock();
  const { apiKey, username, password } = secrets;
  const clients: Client<Contract>[] = [];
  const another = (connection: Partial<Connection> | undefined) => {
    const made = createClient({
      contract,
      connection: {
        baseUrl: `${server.url}${options.basePath ?? ""}`,
        apiKey,
        credentials: async () => ({ username, password }),
        ...connection,
      },
      gate: async () => "allowed",
      clock,
      random: () => 0.5,
      logger: silentLogger,
      ...options.options,
    });
    clients.push(made);
    return made;
  };
  const client = another(options.connection);
  try {
    await test({
      server,
      client,
      clock,
      another,
      calls: () => server.received.filter(({ url }) => url !== tokenPath && url !== jwtPath),
      signIns: () => server.received.filter(({ url }) => url === tokenPath),
      jwts: () => server.received.filter(({ url }) => url === jwtPath),
    });
  } finally {
    for (const made of clients) {
      made.dispose();
    }
    await server.close();
  }
}

/** Gives what a promise rejects with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("Expected a rejection, but the promise was fulfilled.");
}

export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function textOf({ body }: Pick<StreamResponse, "body">): Promise<string> {
  return (await bytesOf(body)).toString();
}
