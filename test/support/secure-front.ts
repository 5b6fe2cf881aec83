import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { OwnCertificate } from "./own-certificate.ts";

/** Speaks TLS under a host name of its own before the embedded service. */
export class SecureFront {
  /** Method and path of each call. */
  readonly calls: string[] = [];
  /** Sends a call, by its path, to another address before a byte of its body was asked for. */
  elsewhere: (path: string) => string | undefined = () => undefined;
  readonly #target: () => Promise<string>;
  readonly #server: Server;

  constructor({ certificate, key }: OwnCertificate, target: () => Promise<string>) {
    this.#target = target;
    const take = (incoming: IncomingMessage, outgoing: ServerResponse) => {
      this.#take(incoming, outgoing).catch(() => outgoing.destroy());
    };
    this.#server = createServer({ cert: certificate, key }, take).on("checkContinue", take);
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.calls.push(`${incoming.method} ${incoming.url}`);
    const location = this.elsewhere(incoming.url ?? "");
    if (location !== undefined) {
      outgoing.writeHead(307, { location }).end();
      return;
    }
    if (incoming.headers.expect) {
      outgoing.writeContinue();
    }
    await this.#passOn(incoming, outgoing);
  }

  async #passOn(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const target = new URL(incoming.url ?? "", await this.#target());
    const headers = { ...incoming.headers, host: target.host };
    const call = request(target, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    call.on("error", () => outgoing.destroy());
    outgoing.on("close", () => call.destroy());
    incoming.pipe(call);
  }
}
