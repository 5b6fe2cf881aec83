import type { IncomingHttpHeaders } from "node:http";
import { HttpError } from "../call/call.ts";

/**
 * A token request with the client id and secret that came as HTTP Basic credentials (RFC 6749, 2.3.1), where the body
 * leaves them out. Both may be sent, as the sample of the `password` grant does, and then have to say the same.
 */
export function withBasicClient(body: unknown, headers: IncomingHttpHeaders): unknown {
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(headers.authorization ?? "")?.[1];
  if (encoded === undefined || typeof body !== "object" || body === null) {
    return body;
  }
  const [id = "", ...secret] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  const basic = { client_id: formDecoded(id), client_secret: formDecoded(secret.join(":")) };
  const sent: Readonly<Record<string, unknown>> = { ...body };
  for (const [name, value] of Object.entries(basic)) {
    if (sent[name] !== undefined && sent[name] !== value) {
      throw new HttpError(
        400,
        "CLIENT_AMBIGUOUS",
        `The token request names a ${name} in its body and another one as HTTP Basic credentials; send one client's.`,
      );
    }
  }
  return { ...body, ...basic };
}

/** Clients that take the RFC at its word encode both parts as a form does; a text that is not so encoded stays as it is. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
