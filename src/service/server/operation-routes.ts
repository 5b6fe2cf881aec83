import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { isRecord } from "../../base/guards.ts";
import { findBrokenRule } from "../../contract/argument-rules.ts";
import { contract, type OperationName } from "../../contract/contract.ts";
import { createDeployedOperation } from "../../contract/deployed-operation.ts";
import { dataVersionHeader, type OperationDefinition, splitRoute } from "../../contract/operation.ts";
import { capabilityAreaOf } from "../authorization/capabilities.ts";
import { acceptsAnyOf, type Caller, type HandlerResponse, HttpError, parseAcceptHeader } from "../call/call.ts";
import { accessLevelOf, capabilityNames, hasCapability } from "../call/capabilities.ts";
import { type ResolvedProfile, standardGrantPrefix } from "../call/profile.ts";
import { allHandlers } from "../operations/all-handlers.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import type { ProjectView } from "../store/model-changes.ts";
import type { Restrict } from "../store/tenant-data.ts";
import type { LeasedTenant } from "../store/tenant-store.ts";
import { isReceivedAsBytes, readGetBody, readMultipart, receiveBytes } from "./request-bodies.ts";
import { createRequestReader } from "./request-reader.ts";
import type { RunningCalls } from "./running-calls.ts";
import { sendHandlerResponse } from "./send-handler-response.ts";
import { type AuthenticatedUser, authenticate, checkRequestOrigin } from "./sign-in.ts";

/** A handler of any operation. Its request was checked against the operation's contract row. */
type UncheckedHandler = (call: unknown, parts: ServiceDependencies) => Promise<HandlerResponse>;

/** Adds an HTTP route for each operation of the contract. */
export function addOperationRoutes(app: FastifyInstance, parts: ServiceDependencies, running: RunningCalls): void {
  const handlers = allHandlers as Readonly<Record<OperationName, unknown>> as Readonly<
    Record<OperationName, UncheckedHandler>
  >;
  for (const [name, row] of Object.entries(contract) as [OperationName, OperationDefinition][]) {
    addRoute(app, name, row, handlers[name], parts, running);
  }
}

function addRoute(
  app: FastifyInstance,
  name: OperationName,
  row: OperationDefinition,
  handler: UncheckedHandler,
  parts: ServiceDependencies,
  running: RunningCalls,
): void {
  const { method, path } = splitRoute(parts.profile.routes.get(name) ?? row.route);
  const deployed = createDeployedOperation(parts.profile.forms, name, row);
  const read = createRequestReader(
    deployed.row,
    name === "requestJwt"
      ? (body, headers) => withStandardGrant(withBasicClient(body, headers), parts.profile)
      : undefined,
  );
  const mediaTypes = Object.keys(row.answers);
  const route: RouteOptions = {
    method,
    url: path.replace(/\{([^}]*)\}/g, ":$1"),
    config: { operation: name, row, isRedirected: row.transport === "redirectedUpload" },
    // Before the body is read, so that nothing is read from callers without access.
    onRequest: async (request) => {
      if (row.auth === "none") {
        if (method !== "GET") {
          checkRequestOrigin(request.headers);
        }
        return;
      }
      const signedIn = await authenticate(request.headers, parts);
      checkAccess(name, row, signedIn);
      const { user, impersonation } = signedIn;
      request.caller = impersonation ? { ...user, impersonatedBy: impersonation.requester.userId } : user;
    },
    ...(row.transport === "getWithBody" && { preHandler: readGetBody }),
    ...(row.body?.type === "multipart/form-data" && {
      preHandler: (request: FastifyRequest) => readMultipart(request, row),
    }),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const accept = parseAcceptHeader(request.headers.accept);
      if (!acceptsAnyOf(accept, [...mediaTypes, "application/json"])) {
        throw new HttpError(
          406,
          "NOT_ACCEPTABLE",
          `The operation answers with ${mediaTypes.join(", ")}; the Accept header excludes all of them.`,
        );
      }
      const { caller } = request;
      checkTargets(row, request.headers);
      const code = caller && findTenantCode(row, request.headers, caller, parts);
      const project = caller && code && (await findProject(row, request.headers, code, caller, parts));
      const view = caller && project ? { project, userId: caller.userId } : undefined;
      const restrict = restrictionFor(name, caller, parts);
      const tenant = code === undefined ? undefined : await findTenant(code, { project: view, restrict }, parts);
      const signal = running.begin(reply, () => tenant?.release());
      const sent = read(request);
      const args = { ...sent, ...deployed.requestFromWire(sent) };
      checkRules(row, args, parts.clock.now());
      const call = { ...args, caller, tenant, project, accept, signal };
      const answer = await handler(call, parts);
      if (tenant?.hasRead && tenant.dataVersions.length > 0) {
        reply.header(dataVersionHeader, tenant.dataVersions.join());
      }
      return sendHandlerResponse(
        reply,
        answer.kind === "json" ? { ...answer, value: deployed.answerToWire(answer.value) } : answer,
      );
    },
  };
  if (row.body && isReceivedAsBytes(row.body)) {
    app.register(async (scope) => {
      receiveBytes(scope, row);
      scope.route(route);
    });
  } else {
    app.route(route);
  }
}

/** Throws a 400 for a header that selects a tenant or a project if the operation acts on neither. */
function checkTargets({ title, targets = [] }: OperationDefinition, headers: IncomingHttpHeaders): void {
  if (!targets.includes("tenant") && textHeader(headers, "targettenantid") !== undefined) {
    throw new HttpError(
      400,
      "TENANT_NOT_TARGETED",
      `"${title}" acts on the tenant that the caller signed in to; leave out the header TargetTenantID.`,
    );
  }
  if (!targets.includes("project") && textHeader(headers, "projectid") !== undefined) {
    throw new HttpError(
      400,
      "PROJECT_NOT_TARGETED",
      `"${title}" does not run in a project; leave out the header ProjectID.`,
    );
  }
}

const locations = { path: "path parameter", query: "query parameter", headers: "header", body: "body" } as const;

/** Throws a 400 for the first argument that violates a rule of the operation. */
function checkRules(row: OperationDefinition, args: Parameters<typeof findBrokenRule>[1], nowMs: number): void {
  const broken = findBrokenRule(row, args, nowMs);
  if (broken) {
    const [group, ...names] = broken.field.split(".");
    const location = locations[group as keyof typeof locations];
    throw new HttpError(
      400,
      "REQUEST_INVALID",
      `The request is invalid: ${location} ${names.join(".")} ${broken.problem}.`,
    );
  }
}

/** Replaces the deployment's own prefix of the grant type in a token request by the specification's. */
function withStandardGrant(body: unknown, { grantPrefix }: ResolvedProfile): unknown {
  if (!isRecord(body) || !("grant_type" in body) || typeof body.grant_type !== "string") {
    return body;
  }
  const { grant_type: grant } = body;
  return grant.startsWith(grantPrefix)
    ? { ...body, grant_type: standardGrantPrefix + grant.slice(grantPrefix.length) }
    : body;
}

/**
 * Adds the client id and secret from HTTP Basic credentials (RFC 6749, 2.3.1) to a token request. Both places may have
 * them, as in the sample of the `password` grant. Throws a 400 if they differ.
 */
function withBasicClient(body: unknown, headers: IncomingHttpHeaders): unknown {
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(headers.authorization ?? "")?.[1];
  if (encoded === undefined || !isRecord(body)) {
    return body;
  }
  const [id = "", ...secret] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  const basic = { client_id: decodeFormValue(id), client_secret: decodeFormValue(secret.join(":")) };
  const sent: Readonly<Record<string, unknown>> = { ...body };
  for (const [name, value] of Object.entries(basic)) {
    if (sent[name] !== undefined && sent[name] !== value) {
      throw new HttpError(
        400,
        "CLIENT_AMBIGUOUS",
        `The ${name} in the body of the token request differs from the one in the HTTP Basic credentials; send only one client's.`,
      );
    }
  }
  return { ...body, ...basic };
}

/**
 * Decodes form encoding, which clients that follow the RFC apply to both parts; returns text that is not form-encoded
 * unchanged.
 */
function decodeFormValue(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/**
 * Returns the code of the tenant that a call acts on: the login tenant, or the one in `TargetTenantID`, which must be
 * managed by the caller's administrating tenant (service-api, "Tenancy"). Throws a 403 or 404.
 */
function findTenantCode(
  row: OperationDefinition,
  headers: IncomingHttpHeaders,
  caller: Caller,
  { tenants }: ServiceDependencies,
): string {
  const target = row.targets?.includes("tenant") ? textHeader(headers, "targettenantid") : undefined;
  const code = target ?? caller.loginTenant;
  if (code !== caller.loginTenant) {
    if (tenants.record(caller.loginTenant)?.parent !== undefined) {
      throw new HttpError(403, "TENANT_FORBIDDEN", `A user of ${caller.loginTenant} cannot act on another tenant.`);
    }
    if (!tenants.children(caller.loginTenant).some((child) => child.code === code)) {
      throw new HttpError(404, "TENANT_UNKNOWN", `${caller.loginTenant} manages no tenant "${code}".`);
    }
  }
  return code;
}

/**
 * Returns how an operation is restricted to what its caller may see. Users who manage data, projects or other users see
 * all of the tenant there (docs/rights.md).
 */
function restrictionFor(
  name: OperationName,
  caller: Caller | undefined,
  { users, dataRights }: ServiceDependencies,
): Restrict | undefined {
  const area = capabilityAreaOf(name);
  if (!caller || (area !== "dataQuery" && area !== "reporting")) {
    return undefined;
  }
  // A user who was disabled since the call began sees nothing.
  const { permissionIds } = users.byId(caller.userId) ?? { permissionIds: [] };
  return dataRights.restrictionOf({ permissionIds });
}

/**
 * Finds a tenant, with the model and the data that calls of the project see, and what the restriction leaves of them.
 * Throws a 404.
 */
async function findTenant(
  code: string,
  seen: { readonly project: ProjectView | undefined; readonly restrict: Restrict | undefined },
  { tenants }: ServiceDependencies,
): Promise<LeasedTenant> {
  const tenant = await tenants.find(code, seen);
  if (!tenant) {
    throw new HttpError(404, "TENANT_UNKNOWN", `There is no tenant "${code}".`);
  }
  return tenant;
}

/**
 * Finds the draft project of the `ProjectID` header; `undefined` without the header means the production version.
 * Throws a 400 or 404.
 */
async function findProject(
  row: OperationDefinition,
  headers: IncomingHttpHeaders,
  tenant: string,
  caller: Caller,
  { projects }: ServiceDependencies,
): Promise<string | undefined> {
  const id = row.targets?.includes("project") ? textHeader(headers, "projectid") : undefined;
  if (id === undefined) {
    return undefined;
  }
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) {
    throw new HttpError(400, "REQUEST_INVALID", "The request is invalid: header ProjectID must be a UUID.");
  }
  if (!(await projects.find(tenant, caller.userId, id.toLowerCase()))) {
    throw new HttpError(404, "PROJECT_UNKNOWN", `The tenant ${tenant} has no project "${id}".`);
  }
  return id.toLowerCase();
}

function textHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Throws a 403 that names the missing capability or the kind of token that the operation needs. */
function checkAccess(
  name: string,
  { kind, title, storesInput }: OperationDefinition,
  signedIn: AuthenticatedUser,
): void {
  const { user, impersonation } = signedIn;
  if (impersonation && !hasCapability(impersonation.requester, "impersonator")) {
    throw new HttpError(
      403,
      "CAPABILITY_MISSING",
      `The profile of the user who requested the impersonation token no longer has the ${capabilityNames.impersonator} capability; an administrator of the tenant can grant it.`,
    );
  }
  if (impersonation && !impersonation.canWrite && (kind !== "read" || storesInput)) {
    throw new HttpError(
      403,
      "IMPERSONATION_READ_ONLY",
      `"${title}" changes data, but the impersonation token is read-only; request one with write=true.`,
    );
  }
  if (impersonation && !hasCapability(user, impersonation.canWrite ? "writeImpersonated" : "readImpersonated")) {
    const needed = capabilityNames[impersonation.canWrite ? "writeImpersonated" : "readImpersonated"];
    throw new HttpError(
      403,
      "CAPABILITY_MISSING",
      `The impersonated user's profile no longer has the ${needed} capability; an administrator of the tenant can grant it.`,
    );
  }
  const area = capabilityAreaOf(name);
  if (area === undefined) {
    return;
  }
  const level = accessLevelOf(user, area);
  const needed = kind === "read" ? "read" : "full";
  if (level === "NoAccess" || (needed === "full" && level !== "FullAccess")) {
    throw new HttpError(
      403,
      "CAPABILITY_MISSING",
      `"${title}" needs ${needed} access to ${area}, which the user's profile lacks; an administrator of the tenant can grant it.`,
    );
  }
}
