import { promises as dns, type LookupAddress } from "node:dns";
import { type ClientRequest, type IncomingMessage, type RequestOptions, request as startRequest } from "node:http";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { connect as connectTls } from "node:tls";
import { rejectOnAbort } from "../../base/abort.ts";
import { EgressFailed, toEgressFailed } from "./egress-failed.ts";
import { checkPath } from "./folder-rules.ts";
import {
  type AllowedHost,
  canonicalHost,
  checkAddresses,
  checkTarget,
  EgressRefused,
  isLoopback,
} from "./host-rules.ts";

export interface EgressOptions {
  /** Data folder of the service. */
  readonly dataFolder: string;
  /** Hosts that the service may reach, apart from this machine. */
  readonly allowedHosts?: readonly AllowedHost[];
  /** Folders that the service may read and write, apart from the tenants' inboxes and outboxes. */
  readonly allowedFolders?: readonly string[];
  /** Returns the addresses of a host name; the system's resolver by default. */
  readonly resolveHost?: (host: string) => Promise<readonly LookupAddress[]>;
}

/** Authorities to trust for a TLS connection, as PEM, in place of the system's. */
interface TlsOptions {
  readonly ca?: string;
}

interface ConnectOptions {
  readonly tls?: boolean | TlsOptions;
  readonly signal?: AbortSignal | undefined;
  /** Maximum time for looking up, connecting and the TLS handshake. */
  readonly timeoutMs?: number;
}

interface EgressRequest {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream is sent chunked, unless `headers` have a `content-length`. */
  readonly body?: Uint8Array | string | Readable | undefined;
  readonly tls?: TlsOptions;
  readonly signal?: AbortSignal | undefined;
  /** Maximum time without a byte in either direction, while the caller reads. */
  readonly timeoutMs?: number;
  /** Maximum length of the body of the response. Reading more fails. Without it there is no maximum. */
  readonly maxAnswerBytes?: number;
}

/** Response of a server with any status, redirects included. */
export interface EgressResponse {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Must be read to its end or destroyed. Fails with `EgressFailed` or the signal's reason. */
  readonly body: Readable;
}

const defaultTimeoutMs = 30_000;

/**
 * The only way of the service to other servers and to folders outside of its data. It looks up a name once, checks every
 * address and connects to a checked one, so that a name cannot lead elsewhere between check and use. It follows no
 * redirects.
 */
export class Egress {
  readonly #options: EgressOptions;
  #ownPort: number | undefined;

  constructor(options: EgressOptions) {
    this.#options = options;
  }

  /** Sets the port on which the service itself listens. */
  setOwnPort(port: number): void {
    this.#ownPort = port;
  }

  /** Opens a connection. Throws `EgressRefused`, `EgressFailed` or the signal's reason. */
  connect(host: string, port: number, options: ConnectOptions = {}): Promise<Socket> {
    return this.#connect(host, port, options, () => undefined);
  }

  /** `check` throws `EgressRefused` for addresses to which the caller will not send. */
  async #connect(
    host: string,
    port: number,
    options: ConnectOptions,
    check: (addresses: readonly string[]) => void,
  ): Promise<Socket> {
    const { signal, timeoutMs = defaultTimeoutMs } = options;
    signal?.throwIfAborted();
    const target = checkTarget(host, port);
    const timeout = AbortSignal.timeout(timeoutMs);
    const ending = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      const addresses = await this.#lookUp(target, ending);
      const rules = { allowedHosts: this.#options.allowedHosts ?? [], ownPort: this.#ownPort };
      const checked = addresses.map(({ address }) => address);
      checkAddresses(target, port, checked, rules);
      check(checked);
      const socket = await connectTo(addresses, target, port, ending);
      return options.tls ? await secure(socket, target, options.tls, ending) : socket;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof EgressRefused) {
        throw error;
      }
      throw timeout.aborted ? timedOut(`${host}:${port}`, timeoutMs) : toEgressFailed(`${host}:${port}`, error);
    }
  }

  /**
   * Sends an HTTP request and returns the response when its headers have arrived. Throws `EgressRefused`, `EgressFailed`
   * or the signal's reason, and destroys a body that is a stream then. A request with credentials goes to another machine
   * over HTTPS only.
   */
  async request(url: string, request: EgressRequest): Promise<EgressResponse> {
    try {
      return await this.#request(url, request);
    } catch (error) {
      // Nobody else closes what was not sent.
      if (request.body instanceof Readable) {
        request.body.destroy();
      }
      throw error;
    }
  }

  async #request(url: string, request: EgressRequest): Promise<EgressResponse> {
    const { hostname, port, host, path, isSecure } = parseTarget(url);
    const { signal, timeoutMs = defaultTimeoutMs } = request;
    const tls = isSecure && (request.tls ?? true);
    const exposesCredentials = !isSecure && hasCredentials(request);
    const socket = await this.#connect(hostname, port, { tls, signal, timeoutMs }, (addresses) => {
      if (exposesCredentials && !addresses.every(isLoopback)) {
        throw new EgressRefused(`Credentials are sent to ${host} over https only, or to a server on this machine.`);
      }
    });
    return exchange(socket, { ...request, timeoutMs }, { host, path });
  }

  /**
   * Returns the real path of an existing file or folder, without links. Throws `EgressRefused` if it is neither in an
   * allowed folder nor in the tenant's `inbox/<tenant>` or `outbox/<tenant>` in the data folder, which are created. A
   * relative path is one in the data folder.
   */
  folder(path: string, tenant: string): Promise<string> {
    const { dataFolder, allowedFolders = [] } = this.#options;
    return checkPath(path, tenant, { dataFolder, allowedFolders });
  }

  async #lookUp(host: string, signal: AbortSignal): Promise<readonly LookupAddress[]> {
    const family = isIP(host);
    if (family !== 0) {
      return [{ address: host, family }];
    }
    const resolveHost = this.#options.resolveHost ?? ((name) => dns.lookup(name, { all: true }));
    const found = await rejectOnAbort(resolveHost(host), signal);
    const addresses = found.map(({ address, family }) => ({ address: canonicalHost(address) ?? "", family }));
    if (addresses.length === 0 || addresses.some(({ address }) => address === "")) {
      throw new EgressRefused(`${host} has no address that the service can connect to.`);
    }
    return addresses;
  }
}

/** Connects to one of several addresses, which Node tries in turn. */
function connectTo(
  addresses: readonly LookupAddress[],
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = connectTcp({
    host,
    port,
    noDelay: true,
    autoSelectFamily: true,
    lookup: (_name, _options, answer) => answer(null, [...addresses]),
  });
  return ready(socket, "connect", signal);
}

function secure(socket: Socket, host: string, tls: true | TlsOptions, signal: AbortSignal): Promise<Socket> {
  const { ca } = tls === true ? {} : tls;
  const secured = connectTls({
    socket,
    host,
    ALPNProtocols: ["http/1.1"],
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
  });
  return ready(secured, "secureConnect", signal);
}

/** Waits for an event of a new socket, which is destroyed when it fails or the signal aborts. */
function ready<Opened extends Socket>(socket: Opened, event: string, signal: AbortSignal): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const onAbort = () => socket.destroy(signal.reason);
    const settle = () => {
      signal.removeEventListener("abort", onAbort);
      socket.off("error", onError);
      socket.off("close", onClose);
    };
    const onError = (error: Error) => {
      settle();
      // Errors that follow have nobody who waits for them.
      socket.on("error", () => undefined);
      socket.destroy();
      reject(error);
    };
    const onClose = () => onError(new Error("The server ended the connection."));
    socket.once(event, () => {
      settle();
      resolve(socket);
    });
    socket.once("error", onError);
    socket.once("close", onClose);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) {
      onAbort();
    }
  });
}

interface HttpTarget {
  readonly hostname: string;
  readonly port: number;
  /** Value of the Host header. */
  readonly host: string;
  readonly path: string;
  readonly isSecure: boolean;
}

/** Throws `EgressRefused` for what is no HTTP URL, or hides its host. The message never has what may be a secret in it. */
function parseTarget(text: string): HttpTarget {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new EgressRefused("The service sends requests to URLs that begin with http:// or https:// only.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new EgressRefused("The URL has a user name or password in it, which belong into credentials.");
  }
  // URL parsers read 0x7f.1 and 2130706433 as addresses. Such a form is written by nobody who has nothing to hide.
  const [, written = ""] = /^https?:\/\/([^/?#\\@]*?)(?::\d*)?(?:[/?#]|$)/i.exec(text) ?? [];
  const host = canonicalHost(url.hostname);
  if (host === undefined || canonicalHost(written) !== host) {
    throw new EgressRefused("The host of the URL must be a name or an address in its usual form.");
  }
  const isSecure = url.protocol === "https:";
  const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
  return { hostname: host, port, host: url.host, path: `${url.pathname}${url.search}`, isSecure };
}

/** Names of headers that hold credentials. */
const credentialHeaders = /^(authorization|proxy-authorization|cookie|x-api-key|x-amz-security-token)$/i;

function hasCredentials({ headers = {} }: EgressRequest): boolean {
  return Object.keys(headers).some((name) => credentialHeaders.test(name));
}

function exchange(
  socket: Socket,
  request: EgressRequest & { readonly timeoutMs: number },
  { host, path }: Pick<HttpTarget, "host" | "path">,
): Promise<EgressResponse> {
  const { method, body, signal, timeoutMs } = request;
  return new Promise((resolve, reject) => {
    let response: { readonly incoming: IncomingMessage; readonly body: Readable } | undefined;
    const headers = Object.fromEntries(
      Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const outgoing = startOn(socket, { method, path, headers: { ...headers, host } });
    const fail = (error: unknown) => {
      const failure = signal?.aborted ? signal.reason : toEgressFailed(host, error);
      reject(failure);
      response?.incoming.destroy(failure);
      outgoing.destroy();
    };
    const onAbort = () => fail(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    socket.once("close", () => signal?.removeEventListener("abort", onAbort));
    socket.setTimeout(timeoutMs, () => {
      // Bytes that wait for the caller are not the server's delay.
      const waiting = response ? response.incoming.readableLength + response.body.readableLength : 0;
      if (waiting === 0) {
        fail(timedOut(host, timeoutMs));
      } else {
        socket.setTimeout(timeoutMs);
      }
    });
    outgoing.on("error", (error) => {
      // A server may answer and close before it has read the whole request.
      if (response === undefined) {
        fail(error);
      }
    });
    outgoing.once("response", (incoming) => {
      incoming.on("error", () => undefined);
      const answer = Readable.from(readBody(incoming, host, request), { objectMode: false });
      answer.once("close", () => incoming.destroy());
      response = { incoming, body: answer };
      resolve({ status: incoming.statusCode ?? 0, headers: plainHeaders(incoming), body: answer });
    });
    if (body instanceof Readable) {
      pipeline(body, outgoing).catch((error: unknown) => response ?? fail(error));
    } else {
      outgoing.end(body);
    }
  });
}

/** Throws if a header has a character that it must not have. */
function startOn(socket: Socket, request: RequestOptions): ClientRequest {
  try {
    return startRequest({ ...request, createConnection: () => socket });
  } catch (error) {
    socket.destroy();
    throw toEgressFailed("The server", error);
  }
}

async function* readBody(
  incoming: IncomingMessage,
  host: string,
  { signal, maxAnswerBytes = Number.POSITIVE_INFINITY }: EgressRequest,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of incoming as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > maxAnswerBytes) {
        throw new EgressFailed(`The answer of ${host} is longer than ${maxAnswerBytes} bytes.`);
      }
      yield piece;
    }
  } catch (error) {
    throw signal?.aborted ? signal.reason : toEgressFailed(host, error);
  }
}

function plainHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}

function timedOut(host: string, timeoutMs: number): EgressFailed {
  return new EgressFailed(`${host} did not answer within ${timeoutMs / 1000} s.`);
}
