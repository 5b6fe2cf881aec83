import { isRecord } from "./guards.ts";

/** Kind of credential that the service rejected. The values are field names of the connection type. */
type CredentialPart = "apiKey" | "clientSecret" | "password" | "assertion" | "targetUsername";

interface RefusedCredentials {
  /** Id of the connection whose credentials were rejected; undefined if the connection is not stored. */
  readonly connectionId: string | undefined;
  /** Credential that is probably wrong; undefined if it is not known from the service's message. */
  readonly part: CredentialPart | undefined;
}

/**
 * Returns which credentials the service rejected, from an error or its causes: a call with status 401 or a failed
 * sign-in. Undefined for other errors. Checks properties instead of classes, since each lazily loaded bundle has its
 * own classes.
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
