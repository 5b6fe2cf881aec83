import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { secrets } from "./client-fixture.ts";

const tokenPath = "/v1/admin/serviceSecureToken";

/** One request with as much of its body as was asked for. */
export interface SeenUpload {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  /** Undefined until the whole body was read. */
  body: string | undefined;
}

export interface UploadRequest extends SeenUpload {
  /** Asks for the body with 100 Continue, if the request waits for that, and reads it. */
  read(): Promise<string>;
  /** The same, but holds nothing; told the length of each piece. */
  readPieces(onPiece: (bytes: number) => void): Promise<void>;
  readonly response: ServerResponse;
}

/** Answers a request when its headers are there; nothing of the body was read yet. */
export type UploadResponder = (request: UploadRequest, count: number) => void;

export interface UploadServer {
  readonly url: string;
  readonly host: string;
  readonly seen: readonly SeenUpload[];
  /** Sockets that were opened so far. */
  readonly connectionCount: number;
  /** Resolves when the client closed a connection. */
  readonly clientLeft: Promise<void>;
}

/**
 * Runs a test against a server that decides by itself when it reads a body, and closes it after the test. Sign-ins are
 * answered and not seen.
 */
export async function withUploadServer(
  respond: UploadResponder,
  test: (server: UploadServer) => Promise<void>,
): Promise<void> {
  const seen: SeenUpload[] = [];
  let signIns = 0;
  let connectionCount = 0;
  const server = createServer();
  const take = (message: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "", headers } = message;
    if (url === tokenPath) {
      message.resume();
      response.end(`${secrets.token}${++signIns}`);
      return;
    }
    const request: UploadRequest = {
      method,
      url,
      headers,
      body: undefined,
      response,
      read: async () => {
        if (headers.expect) {
          response.writeContinue();
        }
        const chunks: Buffer[] = [];
        for await (const chunk of message) {
          chunks.push(chunk);
        }
        request.body = Buffer.concat(chunks).toString();
        return request.body;
      },
      readPieces: async (onPiece) => {
        if (headers.expect) {
          response.writeContinue();
        }
        for await (const chunk of message) {
          onPiece(chunk.length);
        }
      },
    };
    seen.push(request);
    respond(request, seen.length);
  };
  server.on("request", take).on("checkContinue", take);
  server.on("connection", () => {
    connectionCount++;
  });
  await withListening(server, async (url, clientLeft) => {
    await test({
      url,
      host: new URL(url).host,
      seen,
      clientLeft,
      get connectionCount() {
        return connectionCount;
      },
    });
  });
}

/** Runs a test against a server that speaks no HTTP of its own. */
export async function withTcpServer(
  onConnection: (socket: Socket) => void,
  test: (url: string) => Promise<void>,
): Promise<void> {
  await withListening(createTcpServer(onConnection), test);
}

async function withListening(
  server: Server,
  test: (url: string, clientLeft: Promise<void>) => Promise<void>,
): Promise<void> {
  const sockets = new Set<Socket>();
  let tellLeft: () => void = () => undefined;
  const clientLeft = new Promise<void>((resolve) => {
    tellLeft = resolve;
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket
      .on("error", () => undefined)
      .on("close", () => {
        sockets.delete(socket);
        tellLeft();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await test(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, clientLeft);
  } finally {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) {
        socket.destroy();
      }
    });
  }
}
