import { InvalidArgumentsError } from "./errors.ts";

/**
 * Returns the base URL without a trailing slash. Throws InvalidArgumentsError for an invalid URL. The error does not
 * quote the URL.
 */
export function checkBaseUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) {
    throw new InvalidArgumentsError("createClient", "baseUrl", "is not an address");
  }
  const url = new URL(baseUrl);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new InvalidArgumentsError("createClient", "baseUrl", "must begin with https:// or http://");
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new InvalidArgumentsError("createClient", "baseUrl", "must not have credentials, a query or a fragment");
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/**
 * Returns the URL of a path on the connection's host. Throws InvalidArgumentsError for a path that leads to another
 * host, because that host would receive the API key and the token.
 */
export function resolveConnectionUrl(operation: string, baseUrl: string, path: string): string {
  const address = `${baseUrl}${path}`;
  const { origin, username, password } = URL.canParse(address) ? new URL(address) : new URL("invalid:");
  if (!path.startsWith("/") || origin !== new URL(baseUrl).origin || username || password) {
    throw new InvalidArgumentsError(
      operation,
      "route",
      "leads to another host than the connection's. Correct the route in the deployment profile; it begins with /",
    );
  }
  return address;
}
