import type { IncomingHttpHeaders } from "node:http";
import { HttpError } from "../call/call.ts";

/**
 * Throws a 403 for a request that a page of another origin made a browser send: such a page must not sign in the user
 * under another account, nor use up a user's password attempts. Browsers send one of these headers with every POST,
 * other programs send neither.
 */
export function checkOrigin({ host, origin, "sec-fetch-site": site }: IncomingHttpHeaders): void {
  const isOtherOrigin = origin !== undefined && origin !== `http://${host}`;
  const isOtherSite = site !== undefined && site !== "same-origin" && site !== "none";
  if (isOtherOrigin || isOtherSite) {
    throw new HttpError(
      403,
      "ORIGIN_REFUSED",
      "The request was sent from a page other than the service's own sign-in page; open the sign-in page itself.",
    );
  }
}
