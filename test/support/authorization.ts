import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import type { TestAnswer, TestService } from "./running-service.ts";

export const tokenPath = "/v1/auth/oauth2/token";
export const authorizePath = "/v1/auth/oauth2/authorize";
export const metadataPath = "/v1/auth/oauth2/userinfo";

export interface IssuedTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
}

/** What a JWT says; its signature is not looked at. */
export function claimsOf(jwt: string): Readonly<Record<string, unknown>> {
  const [, payload = ""] = jwt.split(".");
  return JSON.parse(Buffer.from(payload, "base64url").toString());
}

/** A verifier and its challenge (RFC 7636). */
export function createPkce(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** What an application that asks for codes does, with a person behind it who fills in the form. */
export class TestApplication {
  readonly #service: TestService;
  readonly redirectUri: string;

  constructor(service: TestService, redirectUri = "http://127.0.0.1:41234/callback") {
    this.#service = service;
    this.redirectUri = redirectUri;
  }

  /** Id and secret of the client that the service has registered. */
  get client(): { readonly client_id: string; readonly client_secret: string } {
    const { clientId, clientSecret } = this.#service.service.credentials;
    return { client_id: clientId, client_secret: clientSecret };
  }

  /** Parameters of the authorization endpoint; `undefined` leaves one out. */
  query(parameters: Readonly<Record<string, string | undefined>> = {}): string {
    const { client_id } = this.client;
    const all = { response_type: "code", client_id, redirect_uri: this.redirectUri, ...parameters };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return new URLSearchParams(given).toString();
  }

  ask(parameters: Readonly<Record<string, string | undefined>> = {}): Promise<TestAnswer> {
    return this.#service.send("GET", `${authorizePath}?${this.query(parameters)}`);
  }

  /** Address of the sign-in page. */
  async page(parameters: Readonly<Record<string, string | undefined>> = {}): Promise<string> {
    const answer = await this.ask(parameters);
    assert.equal(answer.status, 302, answer.text);
    return answer.headers.location ?? "";
  }

  /** Where the page sends the browser when the user of the service's ready line signs in. */
  async callback(parameters: Readonly<Record<string, string | undefined>> = {}): Promise<URL> {
    const { username, password } = this.#service.service.ready;
    const form = { username, password, decision: "signIn" };
    const answer = await this.#service.send("POST", await this.page(parameters), { form });
    assert.equal(answer.status, 303, answer.text);
    return new URL(answer.headers.location ?? "");
  }

  async code(parameters: Readonly<Record<string, string | undefined>> = {}): Promise<string> {
    return (await this.callback(parameters)).searchParams.get("code") ?? "";
  }

  /** Exchanges a code. */
  exchange(code: string, fields: Readonly<Record<string, string>> = {}): Promise<TestAnswer> {
    const form = { grant_type: "authorization_code", ...this.client, code, ...fields };
    return this.#service.send("POST", tokenPath, { form });
  }
}

/** The status, code and message of a refusal. */
export function refusalOf(answer: TestAnswer): string {
  const { code, message, userError } = answer.json<{ code: string; message: string; userError: boolean }>();
  assert.equal(userError, true);
  assert.match(message, /\w{3}/);
  return `${answer.status} ${code}`;
}

/** Headers of a call with a JWT. */
export function bearer({ service }: TestService, token: string): { readonly headers: Record<string, string> } {
  return { headers: { apikey: service.ready.apiKey, authorization: `Bearer ${token}` } };
}
