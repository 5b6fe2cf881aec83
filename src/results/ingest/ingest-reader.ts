/** Turns a body of another form into JSON Lines while it comes: the line of names, then a line for each row. */
export interface IngestReader {
  push(chunk: Uint8Array): Uint8Array[];
  /** What the end of the body makes whole. */
  end(): Uint8Array[];
  /** False while the end of the body would cut something in two. */
  readonly isWhole: boolean;
  /** Why the body is not what it should be; what came before it stays. */
  readonly problem: string | undefined;
}
