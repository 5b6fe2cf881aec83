import type { ServerResponse } from "node:http";
import {
  type JwtGrant,
  type JwtSignIn,
  MemoryTokenStore,
  type TokenStore,
} from "../../../../src/client/interface/connection.ts";
import { secrets, type World, type WorldOptions, withServer } from "../client-fixture.ts";
import { sendJson } from "../local-server.ts";

export const application = async () => ({ clientId: "app:1", clientSecret: "s+cret &9" });
export const credentials = async () => ({ username: secrets.username, password: secrets.password });
export const password = { kind: "password", application, credentials } satisfies JwtGrant;

/** The part of a connection that signs in by a grant; its tokens are forgotten unless a store is given. */
export function signInBy(grant: JwtGrant, tokens: TokenStore = new MemoryTokenStore()): { credentials: JwtSignIn } {
  return { credentials: { grant, tokens } };
}

/** Runs a test against a server that answers every call with `{}` unless the options say otherwise. */
export function withJwt(options: Partial<WorldOptions>, test: (world: World) => Promise<void>): Promise<void> {
  return withServer({ answer: (_, response) => sendJson(response, {}), ...options }, test);
}

/** Answers with `jwt-1` and `refresh-1` for an hour, by the number of the request; `more` replaces fields. */
export function giveTokens(response: ServerResponse, count: number, more: object = {}): void {
  sendJson(response, { access_token: `jwt-${count}`, refresh_token: `refresh-${count}`, expires_in: 3600, ...more });
}
