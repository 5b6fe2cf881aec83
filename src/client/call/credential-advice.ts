import { assertNever } from "../../base/assert-never.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import type { Connection } from "../interface/connection.ts";

/**
 * Returns advice for a call with refused credentials: which credentials of the connection the user should check. It
 * depends on the kind of sign-in.
 */
export function createCredentialAdvice({ credentials, impersonation }: Connection): string {
  if (impersonation !== undefined) {
    return "Check the API key of the connection and the user name to act as; the right to act as that user may have been taken back.";
  }
  if (typeof credentials === "function") {
    return "Check the API key, user name and password of the connection.";
  }
  const { kind } = credentials.grant;
  switch (kind) {
    case "authorization-code":
      return "Check the API key, client id and client secret of the connection, and sign in to it again.";
    case "password":
      return "Check the API key, client id, client secret, user name and password of the connection.";
    case "saml-bearer":
      return "Check the API key, client id and client secret of the connection, and get a new SAML assertion from the identity provider.";
    case "asid-exchange":
      return "Check the API key, user name and password of the connection; if they are right, the tenant may not accept tokens exchanged for an ASID token, so choose another kind of sign-in.";
    default:
      return assertNever(kind);
  }
}

/** Advice for a call with its own credentials, which does not send those of the connection. */
const customCredentialAdvice =
  "Check the credentials in the call's own fields; those of the connection are not sent with it.";

/** A failed response, with the details that advice depends on. */
interface FailedStatus {
  readonly status: number;
  readonly row: OperationDefinition;
  /** Target of a redirect. */
  readonly location: string | undefined;
  /** Whether the server sent an error message. */
  readonly hasMessage: boolean;
  /** Advice when the connection's credential is refused. */
  readonly credentialAdvice: string;
}

/** Returns advice for a failed HTTP status. Undefined if the server's message needs no advice. */
export function createStatusAdvice({
  status,
  row,
  location,
  hasMessage,
  credentialAdvice,
}: FailedStatus): string | undefined {
  if (status >= 300 && status < 400) {
    return `It redirects${redirectTarget(location)}; set the connection's host to the address of the service itself.`;
  }
  switch (status) {
    case 401:
      return row.auth === "none" ? customCredentialAdvice : credentialAdvice;
    case 403:
      return "Ask an administrator for the permission.";
    case 404:
    case 405:
      return row.assumed?.includes("route") && !hasMessage
        ? "The path of this operation is assumed; if the deployment has another, name it in the deployment profile."
        : undefined;
    case 429:
      return hasMessage ? undefined : "The service has too many requests; try again later.";
    case 502:
    case 503:
    case 504:
      return "The service is not available; try again later.";
    default:
      return undefined;
  }
}

/** Names only the host of a redirect, because its query may contain a code or a token. */
function redirectTarget(location: string | undefined): string {
  return location !== undefined && URL.canParse(location) ? ` to ${new URL(location).host}` : "";
}
