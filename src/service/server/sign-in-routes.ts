import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isRecord } from "../../base/guards.ts";
import { issueAuthorizationCode } from "../authorization/authorization-code-grant.ts";
import { type AuthorizationRequest, readAuthorizationRequest } from "../authorization/authorization-request.ts";
import { addQueryParameters } from "../authorization/redirect-uri.ts";
import {
  createSignInPageHeaders,
  renderInvitationPage,
  renderSignInPage,
  shortestPassword,
  signInPagePaths,
} from "../authorization/sign-in-page.ts";
import { findUserByPassword } from "../authorization/verify-client.ts";
import { HttpError } from "../call/call.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import { invitationPath } from "../sign-in/invitations.ts";
import type { User } from "../store/user-store.ts";
import { checkRequestOrigin } from "./sign-in.ts";

/**
 * Adds the routes of the sign-in pages, to which the authorization endpoint redirects browsers, and of the page on which
 * invited users choose a password. They are not part of
 * the service's interface; a hosted service has them at its identity provider.
 */
export function addSignInRoutes(app: FastifyInstance, parts: ServiceDependencies): void {
  for (const url of Object.values(signInPagePaths)) {
    app.get(url, { config: { operation: "showSignInPage" } }, async (request, reply) =>
      showPage(reply, await readRequest(request, parts), parts),
    );
    app.post(url, { config: { operation: "signInByPage" } }, async (request, reply) => {
      checkRequestOrigin(request.headers);
      return answerForm(request, reply, parts);
    });
  }
  const config = { operation: "takeInvitation" };
  app.get(invitationPath, { config }, async (request, reply) =>
    showInvitation(reply, 200, { username: parts.invitations.find(tokenOf(request))?.username }),
  );
  app.post(invitationPath, { config }, async (request, reply) => {
    checkRequestOrigin(request.headers);
    return takeInvitation(request, reply, parts);
  });
}

async function takeInvitation(
  request: FastifyRequest,
  reply: FastifyReply,
  { invitations }: ServiceDependencies,
): Promise<FastifyReply> {
  const token = tokenOf(request);
  const username = invitations.find(token)?.username;
  const { password, again } = readForm(request.body);
  if (username === undefined) {
    return showInvitation(reply, 410, { username });
  }
  if (password.length < shortestPassword || password !== again) {
    const reason =
      password !== again
        ? "The two passwords differ. Type the same one twice."
        : `The password is too short. Use ${shortestPassword} characters or more.`;
    return showInvitation(reply, 400, { username, reason });
  }
  return (await invitations.take(token, password))
    ? showInvitation(reply, 200, { username, isDone: true })
    : showInvitation(reply, 410, { username: undefined });
}

function showInvitation(
  reply: FastifyReply,
  status: number,
  page: Parameters<typeof renderInvitationPage>[0],
): FastifyReply {
  return reply
    .code(status)
    .headers(createSignInPageHeaders({}))
    .type("text/html; charset=utf-8")
    .send(renderInvitationPage(page));
}

function tokenOf({ query }: FastifyRequest): string {
  return isRecord(query) && "token" in query && typeof query.token === "string" ? query.token : "";
}

async function answerForm(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServiceDependencies,
): Promise<FastifyReply> {
  const authorization = await readRequest(request, parts);
  const { state, redirectUri, client } = authorization;
  const form = readForm(request.body);
  if (form.decision === "cancel") {
    return goBack(reply, addQueryParameters(redirectUri, { error: "access_denied", state }));
  }
  const { username, password } = form;
  let user: User | undefined;
  try {
    user = await findUserByPassword(parts, username, password, client.tenant);
  } catch (error) {
    if (error instanceof HttpError && error.retryAfterSeconds !== undefined) {
      reply.header("retry-after", error.retryAfterSeconds);
      return showPage(reply, authorization, parts, { status: error.status, username, reason: error.message });
    }
    throw error;
  }
  if (!user) {
    return showPage(reply, authorization, parts, {
      status: 401,
      username,
      reason: "The user name or the password is wrong. Try again.",
    });
  }
  if (user.loginTenant !== client.tenant) {
    return showPage(reply, authorization, parts, {
      status: 403,
      username,
      reason: "The application is registered for a tenant other than yours. Sign in as a user of this tenant.",
    });
  }
  return goBack(
    reply,
    addQueryParameters(redirectUri, { code: await issueAuthorizationCode(authorization, user, parts), state }),
  );
}

function showPage(
  reply: FastifyReply,
  request: AuthorizationRequest,
  { tenants }: ServiceDependencies,
  refusal?: { readonly status: number; readonly username: string; readonly reason: string },
): FastifyReply {
  const tenantName = tenants.record(request.client.tenant)?.displayName ?? request.client.tenant;
  return reply
    .code(refusal?.status ?? 200)
    .headers(createSignInPageHeaders(request))
    .type("text/html; charset=utf-8")
    .send(renderSignInPage({ request, tenantName, ...refusal }));
}

function goBack(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(303).headers({ location, "cache-control": "no-store", "referrer-policy": "no-referrer" }).send();
}

function readRequest(request: FastifyRequest, parts: ServiceDependencies): Promise<AuthorizationRequest> {
  return readAuthorizationRequest(request.query as Readonly<Record<string, unknown>>, parts);
}

function readForm(body: unknown): Record<"username" | "password" | "again" | "decision", string> {
  const fields: Readonly<Record<string, unknown>> = isRecord(body) ? { ...body } : {};
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name] : "");
  return { username: text("username"), password: text("password"), again: text("again"), decision: text("decision") };
}
