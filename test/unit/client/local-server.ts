import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** One request as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query as sent, nothing decoded. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** Answers one request; `count` is its position among all requests from 1. */
export type Responder = (request: Received, response: ServerResponse, count: number) => void;

export interface LocalServer {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** Sockets that were opened so far. */
  readonly connectionCount: number;
  /** Resolves once this many requests have arrived. */
  untilReceived(count: number): Promise<void>;
  /** Resolves once the connection of an answer under way was closed by the other side. */
  readonly clientLeft: Promise<void>;
  close(): Promise<void>;
}

/** A plain HTTP server on loopback that records what arrives. Its sockets are cut when it closes. */
export async function startServer(respond: Responder): Promise<LocalServer> {
  const received: Received[] = [];
  const watchers = new Set<() => void>();
  const sockets = new Set<Socket>();
  let connectionCount = 0;
  let tellLeft: () => void = () => undefined;
  const clientLeft = new Promise<void>((resolve) => {
    tellLeft = resolve;
  });
  const server = createServer((message, response) => {
    response.on("close", () => {
      if (!response.writableFinished) {
        tellLeft();
      }
    });
    readRequest(message).then(
      (request) => {
        received.push(request);
        for (const notify of [...watchers]) {
          notify();
        }
        respond(request, response, received.length);
      },
      () => undefined,
    );
  });
  server.on("connection", (socket) => {
    connectionCount++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    port,
    received,
    get connectionCount() {
      return connectionCount;
    },
    untilReceived: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length >= count) {
            watchers.delete(look);
            resolve();
          }
        };
        watchers.add(look);
        look();
      }),
    clientLeft,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) {
          socket.destroy();
        }
      }),
  };
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = await startServer(() => undefined);
  await server.close();
  return server.port;
}

export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
}

export function sendText(response: ServerResponse, text: string, status = 200, type = "text/plain"): void {
  response.writeHead(status, { "content-type": type }).end(text);
}

async function readRequest(message: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) {
    chunks.push(chunk);
  }
  return {
    method: message.method ?? "",
    url: message.url ?? "",
    headers: message.headers,
    rawHeaders: message.rawHeaders,
    body: Buffer.concat(chunks).toString(),
  };
}
