import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { EgressResponse } from "../egress/egress.ts";
import { DriverError } from "./driver-error.ts";
import type { DriverContext } from "./file-store.ts";
import { readShortBody } from "./http-answer.ts";

/** Connection to a web server. Its credentials are a bearer token, basic authentication, or the sign-in of a service like this one. */
interface HttpParameters {
  /** URL that the paths of tables are added to. */
  readonly endpoint: string;
  readonly apiToken?: string;
  readonly username?: string;
  readonly password?: string;
  /** API key of a service like this one. */
  readonly apiKey?: string;
}

/** Pages of one table, so that a server whose pages go round in circles ends. */
const maxPages = 100_000;

/** Data of a web server, page by page. Methods throw `DriverError`, errors of the egress, or the signal's reason. */
export class HttpSource {
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #context: Pick<DriverContext, "egress" | "signal">;

  private constructor(
    base: URL,
    headers: Readonly<Record<string, string>>,
    context: Pick<DriverContext, "egress" | "signal">,
  ) {
    this.#base = base;
    this.#headers = headers;
    this.#context = context;
  }

  /** Signs in where the credentials are those of a service like this one. */
  static async open(
    { endpoint, apiToken, username, password, apiKey }: HttpParameters,
    context: Pick<DriverContext, "egress" | "signal">,
  ): Promise<HttpSource> {
    const base = parseEndpoint(endpoint);
    const own = apiKey === undefined ? {} : { apikey: apiKey };
    if (apiToken !== undefined) {
      return new HttpSource(base, { ...own, authorization: `Bearer ${apiToken}` }, context);
    }
    if (username === undefined || password === undefined) {
      return new HttpSource(base, own, context);
    }
    if (apiKey === undefined) {
      const basic = Buffer.from(`${username}:${password}`).toString("base64");
      return new HttpSource(base, { authorization: `Basic ${basic}` }, context);
    }
    const cookie = `ServiceASIDToken=${await signIn(base, { username, password, apiKey }, context)}`;
    return new HttpSource(base, { apikey: apiKey, cookie }, context);
  }

  /**
   * Copies the pages of an address to new files of this machine and yields the path of each. The next page is the one that
   * the header `Link` names with `rel="next"`; it must be on the same server, which alone gets the credentials.
   */
  async *download(path: string, newPath: () => Promise<string>): AsyncGenerator<string> {
    let next: URL | undefined = this.#resolve(path, this.#base);
    for (let page = 1; next; page++) {
      if (page > maxPages) {
        throw new DriverError(`${this.#base.host} has more than ${maxPages} pages of ${path}.`);
      }
      const response = await this.#context.egress.request(next.href, {
        method: "GET",
        headers: { ...this.#headers, accept: "text/csv, application/jsonlines, application/x-ndjson, */*;q=0.1" },
        signal: this.#context.signal,
      });
      await this.#check(response, path);
      const target = await newPath();
      await pipeline(response.body, createWriteStream(target, { mode: 0o600 }), { signal: this.#context.signal });
      yield target;
      const link = findNextLink(response.headers.link);
      next = link === undefined ? undefined : this.#resolve(link, next);
    }
  }

  /** Asks for the endpoint itself, of which only the refusal of credentials says something. */
  async probe(): Promise<void> {
    const response = await this.#context.egress.request(this.#base.href, {
      method: "GET",
      headers: this.#headers,
      signal: this.#context.signal,
    });
    response.body.destroy();
    if (response.status === 401 || response.status === 403) {
      await this.#check(response, "");
    }
  }

  #resolve(path: string, from: URL): URL {
    const url = /^https?:/i.test(path) ? parseEndpoint(path) : joinUrl(from, path, this.#base);
    if (url.origin !== this.#base.origin) {
      throw new DriverError(
        `${this.#base.host} refers to another server, ${url.host}; the next page has to be on the same one.`,
      );
    }
    return url;
  }

  async #check({ status, body }: EgressResponse, path: string): Promise<void> {
    if (status >= 200 && status < 300) {
      return;
    }
    body.destroy();
    throw new DriverError(`${this.#base.host} ${describeStatus(status)} for ${path || "/"} (status ${status}).`);
  }
}

/** A path below the endpoint; one that begins with a slash in an answer is one of the server. */
function joinUrl(from: URL, path: string, base: URL): URL {
  const isOfSetting = from === base;
  const text = isOfSetting ? `${base.href.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}` : path;
  if (!URL.canParse(text, from.href)) {
    throw new DriverError(`${base.host} has no address ${path}.`);
  }
  return new URL(text, from);
}

function parseEndpoint(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if ((url?.protocol !== "http:" && url?.protocol !== "https:") || url.username !== "" || url.password !== "") {
    throw new DriverError("The endpoint must be an http:// or https:// URL without a user name.");
  }
  return url;
}

function describeStatus(status: number): string {
  if (status === 401 || status === 403) {
    return "refuses the credentials";
  }
  if (status === 404 || status === 410) {
    return "has nothing";
  }
  return status >= 300 && status < 400 ? "refers to another address, which is not followed," : "answered with an error";
}

/** Address of the next page in a `Link` header (RFC 8288). */
function findNextLink(header: string | undefined): string | undefined {
  for (const [, address, parameters = ""] of (header ?? "").matchAll(/<([^>]*)>((?:\s*;\s*[^,;<]+)*)/g)) {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
    if ((quoted ?? bare ?? "").toLowerCase().split(/\s+/).includes("next")) {
      return address;
    }
  }
  return undefined;
}

/** Signs in to a service like this one, by user name and password (service-api, "Basic authentication"). */
async function signIn(
  { origin, host }: URL,
  { username, password, apiKey }: { readonly username: string; readonly password: string; readonly apiKey: string },
  { egress, signal }: Pick<DriverContext, "egress" | "signal">,
): Promise<string> {
  const { status, body } = await egress.request(`${origin}/v1/admin/serviceSecureToken`, {
    method: "POST",
    // As a credential, so that it goes over TLS or to this machine only.
    headers: { apikey: apiKey, "content-type": "application/x-www-form-urlencoded", cookie: "sign-in=1" },
    body: new URLSearchParams({ username, password }).toString(),
    signal,
  });
  const text = await readShortBody(body);
  if (status !== 200) {
    throw new DriverError(`${host} refuses the user name, the password or the API key (status ${status}).`);
  }
  return text.trim();
}
