import { NetworkError } from "../interface/errors.ts";
import { type RawRequest, type RawRequestContext, type RawResponse, sendRawRequest } from "./raw-request.ts";

const maximumRedirects = 5;
const credentialHeaders: ReadonlySet<string> = new Set([
  "apikey",
  "authorization",
  "cookie",
  "proxy-authorization",
  "targetusername",
]);

/**
 * Creates the request for the target of a redirect, with the same method and body. It has no credentials if the host
 * differs. `followed` is the number of redirects so far. Throws NetworkError for a redirect that must not be followed.
 */
export function createRedirectedRequest(
  hop: RawRequest,
  location: string,
  followed: number,
  operation: string,
): RawRequest {
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

/** Dependencies for sending an upload that may be redirected. */
export interface UploadContext extends RawRequestContext {
  readonly operation: string;
  /** Called with host and port before each request. */
  onHost(host: string): void;
}

const redirects: ReadonlySet<number> = new Set([302, 303, 307, 308]);

/**
 * Sends an upload and follows redirects with the same method and body (service-api, "PGP keys and upload"). It waits
 * for 100 Continue before it sends the body. Other hosts receive no credentials.
 */
export async function sendRedirectedUpload(request: RawRequest, parts: UploadContext): Promise<RawResponse> {
  let hop = request;
  for (let followed = 0; ; followed++) {
    parts.onHost(new URL(hop.url).host);
    const answer = await sendExpecting(hop, parts);
    const { location } = answer.headers;
    if (!redirects.has(answer.status) || location === undefined) {
      return answer;
    }
    answer.drop();
    hop = createRedirectedRequest(hop, location, followed, parts.operation);
  }
}

/** Sends the request with `Expect`, and again without it if the server does not support it (status 417). */
async function sendExpecting(request: RawRequest, parts: RawRequestContext): Promise<RawResponse> {
  const answer = await sendRawRequest(request, parts);
  if (answer.status !== 417 || request.headers.Expect === undefined || !canSend(request)) {
    return answer;
  }
  answer.drop();
  const { Expect: _, ...headers } = request.headers;
  return await sendRawRequest({ ...request, headers }, parts);
}
