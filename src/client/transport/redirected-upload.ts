import { type RawAnswer, type RawParts, type RawRequest, sendRaw } from "./raw-request.ts";
import { canSend, nextHop } from "./upload-hop.ts";

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
