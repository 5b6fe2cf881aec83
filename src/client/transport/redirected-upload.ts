import { NetworkError } from "../interface/errors.ts";
import { type RawAnswer, type RawParts, type RawRequest, sendRaw } from "./raw-request.ts";

const maximumRedirects = 5;
const credentialHeaders: ReadonlySet<string> = new Set([
  "apikey",
  "authorization",
  "cookie",
  "proxy-authorization",
  "targetusername",
]);

/**
 * Returns the request for the target of a redirect: with the same method and body, but without credentials if the host
 * differs. `followed` is the number of redirects so far. Throws NetworkError for a redirect that must not be followed.
 */
export function nextHop(hop: RawRequest, location: string, followed: number, operation: string): RawRequest {
  const from = new URL(hop.url);
  const refuse = (problem: string) =>
    new NetworkError(operation, `${from.host} redirected the upload ${problem}`, {
      host: from.host,
      isTransient: false,
    });
  if (followed === maximumRedirects) {
    throw refuse(`more than ${maximumRedirects} times. Check the host of the connection.`);
  }
  const to = URL.canParse(location, hop.url) ? new URL(location, hop.url) : undefined;
  if (!to || (to.protocol !== "https:" && to.protocol !== "http:")) {
    throw refuse("to an invalid web address. Ask the operator of the service.");
  }
  if (from.protocol === "https:" && to.protocol !== "https:") {
    throw refuse(`to ${to.host} without encryption, which was not followed. Ask the operator of the service.`);
  }
  if (!canSend(hop)) {
    throw refuse("after its bytes were read, and they can be read only once. Give the upload a file to open.");
  }
  const headers =
    to.origin === from.origin
      ? hop.headers
      : Object.fromEntries(Object.entries(hop.headers).filter(([name]) => !credentialHeaders.has(name.toLowerCase())));
  return { ...hop, url: to.href, headers };
}

/** Whether the body can be sent from its beginning. */
function canSend({ body }: RawRequest): boolean {
  return typeof body !== "object" || body.canOpen;
}

/** Dependencies of an upload that may be redirected. */
export interface UploadParts extends RawParts {
  readonly operation: string;
  /** Called with host and port before each request. */
  onHost(host: string): void;
}

const redirects: ReadonlySet<number> = new Set([302, 303, 307, 308]);

/**
 * Sends an upload and follows redirects with the same method and body (service-api, "PGP keys and upload"). Waits for
 * 100 Continue, so that a redirect or a refusal costs no transfer of the body. Other hosts do not receive credentials.
 */
export async function sendRedirectedUpload(request: RawRequest, parts: UploadParts): Promise<RawAnswer> {
  let hop = request;
  for (let followed = 0; ; followed++) {
    parts.onHost(new URL(hop.url).host);
    const answer = await sendExpecting(hop, parts);
    const { location } = answer.headers;
    if (!redirects.has(answer.status) || location === undefined) {
      return answer;
    }
    answer.drop();
    hop = nextHop(hop, location, followed, parts.operation);
  }
}

/** Sends the request with `Expect`, and again without it if the server does not support it (status 417). */
async function sendExpecting(request: RawRequest, parts: RawParts): Promise<RawAnswer> {
  const answer = await sendRaw(request, parts);
  if (answer.status !== 417 || request.headers.Expect === undefined || !canSend(request)) {
    return answer;
  }
  answer.drop();
  const { Expect: _, ...headers } = request.headers;
  return await sendRaw({ ...request, headers }, parts);
}
