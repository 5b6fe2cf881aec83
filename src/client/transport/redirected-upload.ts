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
 * The upload as it goes on to where it was redirected, `followed` redirects after its first address: with the same
 * method and body, and without a credential once the host is another one. Throws NetworkError for what is not followed.
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
    throw refuse("to what is no web address. Ask the operator of the service.");
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

/** Whether the body can be sent from its beginning now. */
function canSend({ body }: RawRequest): boolean {
  return typeof body !== "object" || body.canOpen;
}

/** What an upload needs beyond one request. */
export interface UploadParts extends RawParts {
  readonly operation: string;
  /** Told with the host and port of each address that is asked. */
  onHost(host: string): void;
}

const redirects: ReadonlySet<number> = new Set([302, 303, 307, 308]);

/**
 * Uploads to wherever the service sends the upload, with the same method and body each time (service-api, "PGP keys and
 * upload"). Waits for 100 Continue, so that a redirect or a refusal costs no bytes. Another host gets no credential.
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

/** Some servers refuse the question itself; they get the body without it. */
async function sendExpecting(request: RawRequest, parts: RawParts): Promise<RawAnswer> {
  const answer = await sendRaw(request, parts);
  if (answer.status !== 417 || request.headers.Expect === undefined || !canSend(request)) {
    return answer;
  }
  answer.drop();
  const { Expect: _, ...headers } = request.headers;
  return await sendRaw({ ...request, headers }, parts);
}
