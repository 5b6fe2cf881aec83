import { type ConnectionRole, connectionRoles } from "../../base/connection-role.ts";
import { isRecord } from "../../base/guards.ts";
import { isLoopbackHost } from "../../base/loopback-host.ts";
import { failure, type Result, success } from "../../base/result.ts";
import { isSmallGroupGuard, type SmallGroupGuard } from "../../base/small-group.ts";
import type { Impersonation } from "../../client/interface/connection.ts";
import { isImpersonation, isSignInSettings, type SignInSettings, signInSettingsOf } from "./sign-in-settings-model.ts";

/** Where and as whom the extension calls a service. Secrets are stored separately, under the connection's id. */
export interface Connection {
  readonly id: string;
  readonly label: string;
  /** `local` is the embedded service; its process supplies address and credentials. */
  readonly kind: "local" | "remote";
  /** Address without the vanity name, for example `https://api.example.com`; empty for the local connection. */
  readonly host: string;
  /** First label of the host name; empty if the deployment has none. */
  readonly vanityName: string;
  /** User name. Empty if the user is determined in another way, such as by signing in in the browser. */
  readonly username: string;
  readonly role: ConnectionRole;
  /** Defaults to user name and password. */
  readonly signIn?: SignInSettings;
  readonly impersonation?: Impersonation;
  /**
   * Path of the deployment profile, a file with the names that this deployment uses. If undefined, the standard names
   * apply.
   */
  readonly profileFile?: string;
  /** Whether aggregates of few people are marked or hidden; shown if left out. */
  readonly smallGroups?: SmallGroupGuard;
  /** Set while the user acts as another one by *Sign In as*. Such a connection is never stored. */
  readonly temporary?: TemporarySignIn;
}

/** Time-limited use of a connection's sign-in to act as another user. */
interface TemporarySignIn {
  /** Id of the connection that signs in. */
  readonly basedOn: string;
  /** User, sign-in method and expiry of the calls, as text. */
  readonly description: string;
}

/** Secrets of a connection in SecretStorage. */
export interface ConnectionSecrets {
  readonly apiKey: string;
  readonly password: string;
  readonly clientSecret?: string;
  /** SAML assertion in base64. */
  readonly assertion?: string;
  /** Set by a sign-out: no automatic sign-in until the user signs in again. */
  readonly isSignedOut?: boolean;
}

/** Connection, tenant and project that calls act on. */
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

/** Label of a connection's account in VS Code's list of accounts. */
export function accountLabel({ label, username, impersonation }: Connection): string {
  const user = [username, impersonation?.username].filter((name) => name !== undefined && name !== "");
  return user.length === 0 ? label : `${user.join(" as ")} (${label})`;
}

/** Whether two versions of a connection sign in differently, so that the tokens of one are useless for the other. */
export function hasDifferentSignIn(one: Connection, other: Connection): boolean {
  const identity = ({ host, vanityName, username, ...connection }: Connection) =>
    JSON.stringify([host, vanityName, username, signInSettingsOf(connection)]);
  return identity(one) !== identity(other);
}

/** Returns the base URL of the service; the vanity name is part of its host (service-api, "What the service does"). */
export function baseUrlOf(connection: Pick<Connection, "host" | "vanityName">): string {
  const url = new URL(connection.host);
  if (connection.vanityName !== "") {
    url.hostname = `${connection.vanityName}.${url.hostname}`;
  }
  return url.href.replace(/\/$/, "");
}

/**
 * Parses a host that the user typed. Plain `http` is accepted only for this machine, since credentials travel in
 * bodies.
 */
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
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopbackHost(url.hostname))) {
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

/** Reads stored connections; skips damaged entries and those of older versions. */
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
    (signIn === undefined || isSignInSettings(signIn)) &&
    (impersonation === undefined || isImpersonation(impersonation)) &&
    (profileFile === undefined || typeof profileFile === "string") &&
    (smallGroups === undefined || isSmallGroupGuard(smallGroups))
  );
}

/** Returns the text of the status bar: connection · tenant · project. */
export function describeTarget(
  connection: Pick<Connection, "label">,
  target: Pick<Target, "tenant" | "project">,
): string {
  return [connection.label, target.tenant, target.project?.name].filter((part) => part !== undefined).join(" · ");
}

/** Returns the connection id that a tree item carries; undefined if a command was run without an item. */
export function connectionIdOf(item: unknown): string | undefined {
  return isRecord(item) && typeof item["id"] === "string" ? item["id"] : undefined;
}
