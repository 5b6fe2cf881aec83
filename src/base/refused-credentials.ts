import { isRecord } from "./guards.ts";

/** Part of a connection's credentials that a service refused; named like the field of the connection. */
type CredentialPart = "apiKey" | "clientSecret" | "password" | "assertion" | "targetUsername";

interface RefusedCredentials {
  /** Undefined if the connection is not stored. */
  readonly connectionId: string | undefined;
  /** The part that is likely wrong; undefined if the service's message does not tell. */
  readonly part: CredentialPart | undefined;
}

/**
 * Returns what a service refused, from an error that is itself a refused call (status 401) or sign-in, or has one as its
 * cause; undefined for other errors. Errors are recognised by their properties, since each lazily loaded file has classes
 * of its own.
 */
export function refusedCredentials(error: unknown): RefusedCredentials | undefined {
  for (let cause = error; isRecord(cause); cause = cause["cause"]) {
    const { kind, status, connectionId } = cause;
    if (kind === "sign-in" || (kind === "status" && status === 401)) {
      return { connectionId: typeof connectionId === "string" ? connectionId : undefined, part: refusedPart(cause) };
    }
  }
  return undefined;
}

function refusedPart(error: Readonly<Record<string, unknown>>): CredentialPart | undefined {
  if (error["operation"] === "requestImpersonationToken") {
    return "targetUsername";
  }
  const cause = error["cause"];
  // The message of the error itself ends with advice that names all parts.
  const said = isRecord(cause) ? (cause["serverMessage"] ?? error["serverMessage"]) : error["serverMessage"];
  const text = typeof said === "string" ? said : "";
  const parts: readonly (readonly [RegExp, CredentialPart])[] = [
    [/\bapi[ -]?key/i, "apiKey"],
    [/\bassertion|\bSAML/i, "assertion"],
    [/\bclient/i, "clientSecret"],
    [/\bpassword|\buser name/i, "password"],
  ];
  return parts.find(([pattern]) => pattern.test(text))?.[1];
}
