import fetch from "node-fetch";
import type { HttpAnswer } from "./http-answer.ts";
import type { RawParts, RawRequest } from "./raw-request.ts";

/** Sends a request without a body, or with one that is text, over node-fetch. Rejects with what the library gives. */
export async function sendFetched(
  { method, url, headers, body }: RawRequest,
  { agentOf, signal }: Pick<RawParts, "agentOf" | "signal">,
): Promise<HttpAnswer> {
  const response = await fetch(url, {
    method,
    headers,
    body: typeof body === "string" ? body : null,
    // The API key is in a header of its own, which a followed redirect would carry to a foreign host.
    redirect: "manual",
    agent: ({ protocol }) => agentOf(protocol),
    signal,
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: piecesOf(response.body) };
}

async function* piecesOf(body: AsyncIterable<string | Uint8Array> | null): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of body ?? []) {
    yield typeof piece === "string" ? Buffer.from(piece) : piece;
  }
}
