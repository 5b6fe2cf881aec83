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

/** Way to repair the connection that caused a call to fail. */
export interface ConnectionRemedy {
  /** Field of the connection to correct first; undefined if it is not known. */
  readonly field: CredentialPart | "host" | undefined;
  /** Whether another sign-in may help, as nothing stored is known to be wrong. */
  readonly canSignIn: boolean;
}

/**
 * Returns what helps if a call failed because of its connection: credentials that were refused or have expired, or a
 * service that cannot be reached. Undefined for other errors.
 */
export function connectionRemedyFor(error: unknown): ConnectionRemedy | undefined {
  const refused = refusedCredentials(error);
  if (refused) {
    return { field: refused.part, canSignIn: refused.part === undefined };
  }
  for (let cause = error; isRecord(cause); cause = cause["cause"]) {
    if (cause["kind"] === "network") {
      return { field: "host", canSignIn: false };
    }
  }
  return undefined;
}

export function isConnectionRemedy(value: unknown): value is ConnectionRemedy {
  return (
    isRecord(value) &&
    typeof value["canSignIn"] === "boolean" &&
    (value["field"] === undefined || typeof value["field"] === "string")
  );
}

function refusedPart(error: Readonly<Record<string, unknown>>): CredentialPart | undefined {
  if (error["operation"] === "requestImpersonationToken") {
    return "targetUsername";
  }
  const cause = error["cause"];
  // The message of the error itself ends with advice that names all parts.
  const message = isRecord(cause) ? (cause["serverMessage"] ?? error["serverMessage"]) : error["serverMessage"];
  const text = typeof message === "string" ? message : "";
  const parts: readonly (readonly [RegExp, CredentialPart])[] = [
    [/\bapi[ -]?key/i, "apiKey"],
    [/\bassertion|\bSAML/i, "assertion"],
    [/\bclient/i, "clientSecret"],
    [/\bpassword|\buser name/i, "password"],
  ];
  return parts.find(([pattern]) => pattern.test(text))?.[1];
}
