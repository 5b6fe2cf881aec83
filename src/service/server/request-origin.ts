import type { IncomingHttpHeaders } from "node:http";
import { HttpError } from "../call/call.ts";

/**
 * Refuses what a page of another origin made a browser send: it must not sign its reader in as whom it likes, nor use up the
 * guesses of a user by wrong passwords. Programs send neither header; browsers send one of them with every POST.
 */
export function checkOrigin({ host, origin, "sec-fetch-site": site }: IncomingHttpHeaders): void {
  const isForeign = origin !== undefined && origin !== `http://${host}`;
  const isFromElsewhere = site !== undefined && site !== "same-origin" && site !== "none";
  if (isForeign || isFromElsewhere) {
    throw new HttpError(
      403,
      "ORIGIN_REFUSED",
      "The request was sent from another page than the service's own sign-in page; open the sign-in page itself.",
    );
  }
}
