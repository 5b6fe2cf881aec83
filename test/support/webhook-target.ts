import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { eventually } from "./eventually.ts";

interface ReceivedMessage {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Time of arrival in milliseconds since the process started. */
  readonly at: number;
}

/** How a target answers: with a status, never, or by a function. */
type TargetAnswer = number | "never" | ((response: ServerResponse) => void);

/** A server on this machine that webhooks are told at. */
export class WebhookTarget {
  readonly messages: ReceivedMessage[] = [];
  answer: TargetAnswer = 204;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const body = await text(request);
      this.messages.push({
        id: String(request.headers["webhook-id"]),
        headers: request.headers,
        body,
        at: performance.now(),
      });
      if (typeof this.answer === "function") {
        this.answer(response);
      } else if (this.answer !== "never") {
        response.writeHead(this.answer).end();
      }
    });
  }

  static async start(port = 0): Promise<WebhookTarget> {
    const target = new WebhookTarget();
    await new Promise<void>((resolve) => target.#server.listen(port, "127.0.0.1", resolve));
    return target;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** Waits for the message with this number, from 1 on. */
  message(count: number): Promise<ReceivedMessage> {
    return eventually(
      async () => this.messages[count - 1],
      () => `${this.messages.length} of ${count} messages arrived`,
    );
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
