import { Agent, type AgentOptions } from "node:http";
import { connect, type NetConnectOpts, type Socket } from "node:net";

/**
 * An agent that hands a connection out only when `prove` has resolved after it was opened. Proven before, the server
 * might have been replaced by the time that the connection is opened.
 */
export class ProvingAgent extends Agent {
  readonly #prove: () => Promise<void>;

  constructor(options: AgentOptions, prove: () => Promise<void>) {
    super(options);
    this.#prove = prove;
  }

  /** The connection comes by the callback, as Node's agents allow. */
  override createConnection(
    options: NetConnectOpts,
    callback?: (error: Error | null, socket: Socket) => void,
  ): undefined {
    const socket = connect(options);
    let isEnded = false;
    const end = (error: Error | null) => {
      if (!isEnded) {
        isEnded = true;
        callback?.(error, socket);
      }
      if (error) {
        socket.destroy();
      }
    };
    socket.once("error", end);
    socket.once("connect", () => {
      this.#prove().then(
        () => {
          socket.off("error", end);
          end(null);
        },
        (error: unknown) => end(error instanceof Error ? error : new Error("The server was not proven.")),
      );
    });
  }
}
