import { Agent, type AgentOptions } from "node:http";
import { connect, type NetConnectOpts, type Socket } from "node:net";

/**
 * HTTP agent that releases a new connection only after `prove` has resolved. The check runs after the connection is
 * opened, because the server could be replaced between an earlier check and the connection.
 */
export class ProvingAgent extends Agent {
  readonly #prove: () => Promise<void>;

  constructor(options: AgentOptions, prove: () => Promise<void>) {
    super(options);
    this.#prove = prove;
  }

  /** Passes the connection to the callback, as Node's agents allow. */
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
        (error: unknown) => end(error instanceof Error ? error : new Error("The server could not be verified.")),
      );
    });
  }
}
