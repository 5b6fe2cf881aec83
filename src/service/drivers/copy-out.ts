import { type Duplex, Readable } from "node:stream";
import type { Connection } from "pg";

/** Types of the messages that come while rows are sent (PostgreSQL, "Message Formats"). */
const copyData = "d".charCodeAt(0);
const skipped = new Set([..."HSNA"].map((type) => type.charCodeAt(0)));
/** Bytes of a message's type and length. */
const headBytes = 5;

/**
 * The bytes of `COPY ... TO STDOUT`, a query for `Client.query` of `pg`. The server sends each row as a message of its
 * own. This takes the rows of a piece out of their messages at once; `pg` would create an object and an event for each.
 */
export class CopyOut extends Readable {
  /** Number of rows, known when the stream has ended. */
  rowCount = 0;
  readonly #sql: string;
  #source: Duplex | undefined;
  /** Gives bytes to the reader of `pg`. */
  #giveBack: (bytes: Buffer) => void = () => undefined;
  /** Start of a message whose head is not complete. */
  #head = Buffer.alloc(0);
  /** Bytes of the current message that are still to come. */
  #missing = 0;
  #isData = false;

  constructor(sql: string) {
    super({ highWaterMark: 1 << 20 });
    this.#sql = sql;
  }

  /** Called by `pg` when it is the turn of the query. */
  submit(connection: Connection & { query(sql: string): void }): void {
    const source = connection.stream;
    const [listener] = source.listeners("data") as ((bytes: Buffer) => void)[];
    if (!listener) {
      throw new Error("The connection has no reader.");
    }
    this.#source = source;
    this.#giveBack = (bytes) => {
      source.off("data", this.#take);
      source.on("data", listener);
      source.resume();
      listener(bytes);
    };
    source.off("data", listener);
    source.on("data", this.#take);
    connection.query(this.#sql);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rowCount = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0);
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  handleReadyForQuery(): void {
    // The stream has ended with the command.
  }

  override _read(): void {
    this.#source?.resume();
  }

  readonly #take = (bytes: Buffer): void => {
    const piece = this.#head.length > 0 ? Buffer.concat([this.#head, bytes]) : bytes;
    this.#head = Buffer.alloc(0);
    let at = 0;
    // The rows move to the front of the piece, over the heads of their messages.
    let end = 0;
    while (at < piece.length) {
      if (this.#missing === 0) {
        const type = piece[at] ?? 0;
        const isExpected = type === copyData || skipped.has(type);
        if (!isExpected) {
          this.#push(piece.subarray(0, end));
          this.#giveBack(piece.subarray(at));
          return;
        }
        if (piece.length - at < headBytes) {
          this.#head = Buffer.from(piece.subarray(at));
          break;
        }
        this.#isData = type === copyData;
        this.#missing = piece.readUInt32BE(at + 1) + 1 - headBytes;
        at += headBytes;
      }
      const stop = Math.min(at + this.#missing, piece.length);
      if (this.#isData) {
        piece.copyWithin(end, at, stop);
        end += stop - at;
      }
      this.#missing -= stop - at;
      at = stop;
    }
    this.#push(piece.subarray(0, end));
  };

  #push(rows: Buffer): void {
    if (rows.length > 0 && !this.push(rows)) {
      this.#source?.pause();
    }
  }
}
