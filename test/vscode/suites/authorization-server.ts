import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { type LocalServer, type Received, sendJson, startServer } from "../../unit/client/local-server.ts";

/** A service that knows one client and gives codes and tokens, as a test wants them refused or not. */
export interface AuthorizationServer {
  readonly server: LocalServer;
  /** No refresh token is taken any more. */
  isRevoked: boolean;
  /** Awaited before a request for tokens is answered. */
  onTokenRequest(): Promise<void>;
  /** Calls with a JWT other than the last one get 401. */
  expire(): void;
  /** What the sign-in page sends the browser back to once the user has signed in. */
  signInAt(address: string): Promise<URL>;
}

export const client = { clientId: "app-1", clientSecret: "client-secret-c4" };

/** Starts it on loopback; its tokens are `jwt-N` and `refresh-N`. */
export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const codes = new Map<string, URLSearchParams>();
  let count = 0;
  let good = "";
  const giveTokens = (response: ServerResponse) => {
    good = `jwt-${++count}`;
    sendJson(response, { access_token: good, refresh_token: `refresh-${count}`, expires_in: 3600 });
  };
  const authorize = (query: URLSearchParams, response: ServerResponse) => {
    const code = `code-${codes.size + 1}`;
    codes.set(code, query);
    const callback = new URL(query.get("redirect_uri") ?? "");
    callback.searchParams.set("code", code);
    callback.searchParams.set("state", query.get("state") ?? "");
    response.writeHead(302, { location: callback.href }).end();
  };
  const exchange = (form: URLSearchParams, response: ServerResponse) => {
    const isClient = form.get("client_id") === client.clientId && form.get("client_secret") === client.clientSecret;
    const asked = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isCode = asked?.get("code_challenge") === challenge && asked.get("redirect_uri") === form.get("redirect_uri");
    const isRefresh = form.get("refresh_token") === `refresh-${count}` && !authorization.isRevoked;
    if (isClient && (isCode || isRefresh)) {
      giveTokens(response);
    } else {
      sendJson(response, { message: "Refused." }, 400);
    }
  };
  const server = await startServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    switch (pathname) {
      case "/v1/auth/oauth2/authorize":
        authorize(searchParams, response);
        break;
      case "/v1/auth/oauth2/token":
        void authorization.onTokenRequest().then(() => exchange(new URLSearchParams(request.body), response));
        break;
      default:
        answer(request, response);
    }
  });
  const answer = ({ headers }: Received, response: ServerResponse) => {
    const isSigned = headers.authorization === `Bearer ${good}`;
    sendJson(response, isSigned ? { "service:tenant_id": "WFF_acme" } : {}, isSigned ? 200 : 401);
  };
  const authorization: AuthorizationServer = {
    server,
    isRevoked: false,
    onTokenRequest: async () => undefined,
    expire: () => {
      good = "none";
    },
    signInAt: async (address) => {
      const { headers } = await fetch(address, { redirect: "manual" });
      return new URL(headers.get("location") ?? "");
    },
  };
  return authorization;
}
