import type { Clock } from "../../base/clock.ts";
import { cookieNamesOf, type DeploymentProfile } from "../../contract/deployment-profile.ts";
import { type AskPassword, type Connection, MemoryTokenStore } from "../interface/connection.ts";
import { AsidCredential } from "./asid-credential.ts";
import { BasicCredential } from "./basic-credential.ts";
import type { Credential, SendTokenRequest } from "./credential.ts";
import { ImpersonationCredential } from "./impersonation-credential.ts";
import { OauthCredential } from "./oauth-credential.ts";

/** Dependencies for signing in to a connection. */
interface SignInParts {
  readonly clock: Clock;
  readonly connection: Connection;
  /** Checked base URL of the connection. */
  readonly baseUrl: string;
  readonly profile: DeploymentProfile;
  readonly send: SendTokenRequest;
}

/** Creates the credential of a connection by its kind of sign-in. */
export function createCredential(parts: SignInParts): Credential {
  const { clock, connection, profile, send } = parts;
  const { impersonation } = connection;
  const requester = createRequester(parts);
  if (impersonation === undefined) {
    return requester;
  }
  const cookie = cookieNamesOf(profile).impersonation;
  return new ImpersonationCredential({ clock, cookie, requester, impersonation, send });
}

function createRequester(parts: SignInParts): Credential {
  const { clock, profile, send } = parts;
  const { credentials } = parts.connection;
  const asidOf = (askPassword: AskPassword) =>
    new AsidCredential({ clock, cookie: cookieNamesOf(profile).asid, credentials: askPassword, send });
  if (typeof credentials === "function") {
    const asid = asidOf(credentials);
    const tokens = new MemoryTokenStore();
    const exchanged = new OauthCredential({ ...parts, grant: { kind: "asid-exchange", asid }, tokens });
    return new BasicCredential(asid, exchanged, tokens);
  }
  const { grant, tokens } = credentials;
  return new OauthCredential({
    ...parts,
    grant: grant.kind === "asid-exchange" ? { kind: grant.kind, asid: asidOf(grant.credentials) } : grant,
    tokens,
  });
}
