import type { OperationDefinition } from "../contract/operation.ts";

/** What a user can do about a failed status, where the status says more than the server's own message. */
export function statusAdvice(
  status: number,
  row: OperationDefinition,
  location: string | undefined,
  hasMessage: boolean,
): string | undefined {
  if (status >= 300 && status < 400) {
    return `It redirects${targetOf(location)}; set the connection's host to the address of the service itself.`;
  }
  switch (status) {
    case 401:
      return "Check the API key, user name and password of the connection.";
    case 403:
      return "Ask an administrator for the permission.";
    case 404:
    case 405:
      return row.assumed?.includes("route") && !hasMessage
        ? "The path of this operation is assumed; if the deployment has another, name it in the deployment profile."
        : undefined;
    case 429:
      return "The service has too many requests; try again later.";
    case 502:
    case 503:
    case 504:
      return "The service is not available; try again later.";
    default:
      return undefined;
  }
}

/** Only the host: a redirect's query may hold a code or a token. */
function targetOf(location: string | undefined): string {
  return location !== undefined && URL.canParse(location) ? ` to ${new URL(location).host}` : "";
}
