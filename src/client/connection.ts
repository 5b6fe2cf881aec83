import type { DeploymentProfile } from "../contract/deployment-profile.ts";
import type { OperationKind } from "../contract/operation.ts";
import { InvalidArgumentsError } from "./errors.ts";

export interface PasswordCredentials {
  readonly username: string;
  readonly password: string;
}

/** Where the service is and who calls it. */
export interface Connection {
  /** `http` or `https` address without credentials, query or fragment; the tenant's vanity name is part of its host. */
  readonly baseUrl: string;
  /** Secret. */
  readonly apiKey: string;
  /** Asked at each sign-in, so that a changed password is found and none is kept here. */
  credentials(): Promise<PasswordCredentials>;
  /** Code of the tenant to act on; the login tenant when left out. */
  readonly tenant?: string | undefined;
  /** Id of the draft project to act in; the production version when left out. */
  readonly project?: string | undefined;
  readonly profile?: DeploymentProfile | undefined;
}

/** Says whether the connection's role allows a call; asked once for each call, before anything is sent. */
export type RoleGate = (kind: OperationKind, operation: string) => Promise<"allowed" | "denied">;

/** The connection's address without a slash at its end. Throws InvalidArgumentsError, which never shows the address. */
export function checkedBaseUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) {
    throw new InvalidArgumentsError("createClient", "baseUrl", "is not an address");
  }
  const url = new URL(baseUrl);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new InvalidArgumentsError("createClient", "baseUrl", "must begin with https:// or http://");
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new InvalidArgumentsError("createClient", "baseUrl", "must hold no credentials, query or fragment");
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}
