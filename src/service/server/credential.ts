import type { IncomingHttpHeaders } from "node:http";
import { HttpError } from "../call/call.ts";
import type { Profile } from "../call/profile.ts";

/** What a call carries to prove who makes it (service-api, "Authentication", 2). */
export interface Credential {
  readonly kind: "bearer" | "asid" | "impersonation";
  readonly token: string;
}

/** The one credential of a request; a 401 that names the three where there is none, and one where there are several. */
export function readCredential(headers: IncomingHttpHeaders, { cookies }: Profile): Credential {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  const asid = readCookie(headers.cookie, cookies.asid);
  const impersonation = readCookie(headers.cookie, cookies.impersonation);
  const found: Credential[] = [
    ...(bearer === undefined ? [] : [{ kind: "bearer" as const, token: bearer }]),
    ...(asid === undefined ? [] : [{ kind: "asid" as const, token: asid }]),
    ...(impersonation === undefined ? [] : [{ kind: "impersonation" as const, token: impersonation }]),
  ];
  const [credential, other] = found;
  const choice = `"Authorization: Bearer" with a JWT, the cookie ${cookies.asid} or the cookie ${cookies.impersonation}`;
  if (!credential) {
    throw new HttpError(401, "CREDENTIAL_MISSING", `The call needs a credential: ${choice}.`);
  }
  if (other) {
    // Whichever were taken, the caller may have meant the other user.
    throw new HttpError(401, "CREDENTIAL_AMBIGUOUS", `The call carries several credentials; send only one: ${choice}.`);
  }
  return credential;
}

function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const [key = "", ...value] = pair.trim().split("=");
    if (key === name) {
      return value.join("=");
    }
  }
  return undefined;
}
