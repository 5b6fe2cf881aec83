import { type ConnectionRole, connectionRoles } from "../../base/connection-role.ts";
import { isRecord } from "../../base/guards.ts";
import { failure, type Result, success } from "../../base/result.ts";
import { isSmallGroupGuard, type SmallGroupGuard } from "../../base/small-group.ts";
import type { Impersonation } from "../../client/interface/connection.ts";
import { isImpersonation, isSignIn, type SignInSettings, signInOf } from "./sign-in-settings-model.ts";

/** A deployment of the service and the user to speak for. Secrets are kept apart, under the connection's id. */
export interface Connection {
  readonly id: string;
  readonly label: string;
  /** `local` is the embedded service, whose address and credentials come from the process itself. */
  readonly kind: "local" | "remote";
  /** Address without the vanity name, for example `https://api.example.com`; empty for the local one. */
  readonly host: string;
  /** First label of the host's name; empty where the deployment has none. */
  readonly vanityName: string;
  /** Empty for a kind of sign-in that asks elsewhere who it is. */
  readonly username: string;
  readonly role: ConnectionRole;
  /** User name and password when left out. */
  readonly signIn?: SignInSettings;
  readonly impersonation?: Impersonation;
  /** Path of the deployment profile; the usual names when left out. */
  readonly profileFile?: string;
  /** What becomes of aggregates of few people; nothing when left out. */
  readonly smallGroups?: SmallGroupGuard;
}

/** What is kept in SecretStorage for a connection. */
export interface ConnectionSecrets {
  readonly apiKey: string;
  readonly password: string;
  readonly clientSecret?: string;
  /** In base64. */
  readonly assertion?: string;
  /** Nothing signs in by itself until the user does again. */
  readonly isSignedOut?: boolean;
}

/** Where calls go and where they act. */
export interface Target {
  readonly connectionId: string;
  readonly tenant?: string;
  readonly project?: { readonly id: string; readonly name: string };
}

export const localConnection: Connection = {
  id: "local",
  label: "Local",
  kind: "local",
  host: "",
  vanityName: "",
  username: "",
  role: "development",
};

/** The name of a connection's account, as the list of accounts shows it. */
export function accountLabel({ label, username, impersonation }: Connection): string {
  const user = [username, impersonation?.username].filter((name) => name !== undefined && name !== "");
  return user.length === 0 ? label : `${user.join(" as ")} (${label})`;
}

/** Whether tokens that were given for one are worth nothing for the other. */
export function isOtherSignIn(one: Connection, other: Connection): boolean {
  const identity = ({ host, vanityName, username, ...connection }: Connection) =>
    JSON.stringify([host, vanityName, username, signInOf(connection)]);
  return identity(one) !== identity(other);
}

/** The service's base address: the vanity name is part of its host (service-api, "What the service does"). */
export function baseUrlOf(connection: Pick<Connection, "host" | "vanityName">): string {
  const url = new URL(connection.host);
  if (connection.vanityName !== "") {
    url.hostname = `${connection.vanityName}.${url.hostname}`;
  }
  return url.href.replace(/\/$/, "");
}

/** Checks what was typed as a host; plain `http` is only for this machine, as credentials travel in bodies. */
export function parseHost(text: string): Result<string> {
  let url: URL;
  try {
    url = new URL(text.includes("://") ? text.trim() : `https://${text.trim()}`);
  } catch {
    return failure("This is not an address. Write it as https://api.example.com.");
  }
  if (url.username !== "" || url.password !== "") {
    return failure("Leave user and password out of the address; they are asked for separately.");
  }
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)) {
    return failure("Use https. Plain http is possible only for an address on this machine.");
  }
  return success(url.href.replace(/\/$/, ""));
}

export function parseVanityName(text: string): Result<string> {
  const name = text.trim();
  return /^([a-z0-9]([a-z0-9-]*[a-z0-9])?)?$/i.test(name)
    ? success(name)
    : failure("A vanity name has letters, digits and hyphens only.");
}

/** Reads stored connections; what is not one (an older or damaged entry) is left out. */
export function readConnections(stored: unknown): Connection[] {
  return Array.isArray(stored) ? stored.filter(isConnection) : [];
}

function isConnection(value: unknown): value is Connection {
  if (!isRecord(value)) {
    return false;
  }
  const { id, label, kind, host, vanityName, username, role, signIn, impersonation, profileFile, smallGroups } =
    value as Record<string, unknown>;
  return (
    [id, label, host, vanityName, username].every((part) => typeof part === "string") &&
    (kind === "local" || kind === "remote") &&
    connectionRoles.includes(role as ConnectionRole) &&
    (signIn === undefined || isSignIn(signIn)) &&
    (impersonation === undefined || isImpersonation(impersonation)) &&
    (profileFile === undefined || typeof profileFile === "string") &&
    (smallGroups === undefined || isSmallGroupGuard(smallGroups))
  );
}

/** Text of the status bar: connection · tenant · project. */
export function describeTarget(
  connection: Pick<Connection, "label">,
  target: Pick<Target, "tenant" | "project">,
): string {
  return [connection.label, target.tenant, target.project?.name].filter((part) => part !== undefined).join(" · ");
}
