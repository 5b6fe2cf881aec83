import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/**
 * A forward proxy as companies have one. It opens tunnels (RFC 9110, 9.3.6), and it alone knows the hosts it is told of, so
 * that whoever reaches one of them went through it.
 */
export class ForwardProxy {
  /** Each `host:port` that a tunnel was asked to. */
  readonly tunnels: string[] = [];
  /** Bytes that went through tunnels towards their hosts. */
  sentBytes = 0;
  readonly #ports = new Map<string, number>();
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((_, outgoing) => outgoing.writeHead(405).end());
    this.#server.on("connect", (incoming: IncomingMessage, client: Socket) => this.#open(incoming.url ?? "", client));
  }

  /** Names a port of this machine, as `host:port`. */
  knows(host: string, port: number): void {
    this.#ports.set(host, port);
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #open(host: string, client: Socket): void {
    this.tunnels.push(host);
    const port = this.#ports.get(host);
    if (port === undefined) {
      client.end("HTTP/1.1 502 Unknown Host\r\n\r\n");
      return;
    }
    const target = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      client.on("data", (piece: Buffer) => {
        this.sentBytes += piece.length;
      });
      client.pipe(target).pipe(client);
    });
    this.#endTogether(client, target);
    this.#endTogether(target, client);
  }

  #endTogether(socket: Socket, other: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => other.destroy());
    socket.on("close", () => {
      this.#sockets.delete(socket);
      other.destroy();
    });
  }
}
