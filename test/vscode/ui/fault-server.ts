import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What happens to the queries that pass through.
 *
 * - `hold`: never answered.
 * - `garble`: answered with success and a page that is no result.
 * - `cut`: the connection ends in the middle of the answer.
 * - `expire`: refused once as a token that has expired, then passed on.
 * - `expireForGood`: refused as an expired token, and so is every sign-in.
 * - `plainIds`: answered with ids that have lost their letters and look like numbers.
 */
export type Fault = "none" | "hold" | "garble" | "cut" | "expire" | "expireForGood" | "plainIds";

const queryPath = "/v1/data/query/sql";
const tokenPath = "/v1/admin/serviceSecureToken";

/** A host of the service on this machine that has a fault when it is told to: it passes calls on to the embedded one. */
export class FaultServer {
  fault: Fault = "none";
  /** Tokens that were asked for. */
  signIns = 0;
  /** Queries that the caller gave up before they were answered. */
  abandoned = 0;
  /** When the last of them was given up, in epoch milliseconds. */
  abandonedAtMs = 0;
  /** Queries that arrived. */
  queries = 0;
  /** The tenant that the last query named. */
  tenant: string | undefined;
  /** Answers a query in place of the embedded service, which has it when this gives nothing. */
  answerQuery: (outgoing: ServerResponse) => Promise<void> | undefined = () => undefined;
  readonly #server: Server;
  readonly #target: () => Promise<string>;

  constructor(target: () => Promise<string>) {
    this.#target = target;
    this.#server = createServer((incoming, outgoing) => {
      this.#answer(incoming, outgoing).catch(() => outgoing.destroy());
    });
  }

  /** Listens, on the port it had when it is started again. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port ?? 0, "127.0.0.1", resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #port: number | undefined;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? "";
    const isQuery = path.startsWith(queryPath);
    const isSignIn = path.startsWith(tokenPath);
    this.signIns += isSignIn ? 1 : 0;
    if (isQuery) {
      this.queries++;
      this.tenant = incoming.headers.targettenantid?.toString();
      outgoing.on("close", () => {
        if (!outgoing.writableFinished) {
          this.abandoned++;
          this.abandonedAtMs = Date.now();
        }
      });
    }
    const { fault } = this;
    if (fault === "expireForGood" && (isQuery || isSignIn)) {
      incoming.resume();
      refuse(outgoing, isSignIn ? "The account is locked." : "The token has expired.");
    } else if (isQuery && fault === "expire") {
      this.fault = "none";
      incoming.resume();
      refuse(outgoing, "The token has expired.");
    } else if (isQuery && fault === "hold") {
      incoming.resume();
    } else if (isQuery && fault === "garble") {
      incoming.resume();
      outgoing.writeHead(200, { "content-type": "text/html" }).end("<html><body>Sign in to the network</body></html>");
    } else {
      const answered = isQuery ? this.answerQuery(outgoing) : undefined;
      if (answered) {
        incoming.resume();
        await answered;
      } else {
        await this.#passOn(incoming, outgoing, isQuery);
      }
    }
  }

  async #passOn(incoming: IncomingMessage, outgoing: ServerResponse, isQuery: boolean): Promise<void> {
    const isCut = isQuery && this.fault === "cut";
    const hasPlainIds = isQuery && this.fault === "plainIds";
    const target = new URL(incoming.url ?? "", await this.#target());
    const headers = { ...incoming.headers, host: target.host };
    const call: ClientRequest = request(target, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      if (isCut) {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          const whole = Buffer.concat(chunks);
          outgoing.write(whole.subarray(0, whole.length / 2));
          // Ended in order on the wire, but without the chunk that says that the body is whole, and once the first half was read.
          setTimeout(() => outgoing.socket?.end(), 500);
        });
        return;
      }
      if (hasPlainIds) {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => outgoing.end(Buffer.concat(chunks).toString().replaceAll('"P-', '"')));
        return;
      }
      answer.pipe(outgoing);
    });
    call.on("error", () => outgoing.destroy());
    outgoing.on("close", () => call.destroy());
    incoming.pipe(call);
  }
}

/** Answers that a token is not accepted. */
export function refuse(outgoing: ServerResponse, message: string): void {
  outgoing.writeHead(401, { "content-type": "application/json" });
  outgoing.end(JSON.stringify({ code: "UNAUTHORIZED", message }));
}
