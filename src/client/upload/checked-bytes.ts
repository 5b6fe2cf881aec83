import { createLimitAdvice } from "../../contract/body-limits.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import { ApiError, InvalidArgumentsError } from "../interface/errors.ts";
import { createLimitError } from "./check-limits.ts";

/** Enforces the operation's size limit for the total of all parts of one body. */
export class ByteSizeLimit {
  readonly #operation: string;
  readonly #row: OperationDefinition;
  #taken = 0;

  constructor(operation: string, row: OperationDefinition) {
    this.#operation = operation;
    this.#row = row;
  }

  /** Adds a number of bytes to the total. Throws InvalidArgumentsError if the total exceeds the limit. */
  take(field: string, bytes: number): void {
    this.#taken += bytes;
    const { body, limits } = this.#row;
    if (body && limits?.bytes && this.#taken > limits.bytes.value) {
      throw createLimitError(this.#operation, field, "bytes", limits.bytes, createLimitAdvice(body.type, limits.bytes));
    }
  }
}

/** Origin of bytes for messages, with their announced size. */
interface BytesOrigin {
  readonly operation: string;
  /** Path of the field in the arguments, such as `body.file`. */
  readonly field: string;
  readonly size: number | undefined;
  readonly budget: ByteSizeLimit;
}

/**
 * Opens a byte source and passes its bytes on. Throws InvalidArgumentsError if the bytes exceed the limit, cannot be
 * read, or differ in number from the announced size.
 */
export async function* openCheckedBytes(
  open: () => AsyncIterable<Uint8Array>,
  { operation, field, size, budget }: BytesOrigin,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const piece of readable(open, operation, field)) {
    bytes += piece.length;
    budget.take(field, piece.length);
    if (size !== undefined && bytes > size) {
      throw changedError(operation, field, size);
    }
    yield piece;
  }
  if (size !== undefined && bytes < size) {
    throw changedError(operation, field, size);
  }
}

function changedError(operation: string, field: string, size: number): InvalidArgumentsError {
  return new InvalidArgumentsError(
    operation,
    field,
    `changed while it was sent and no longer has ${size} bytes; try again when no program writes to it`,
  );
}

/**
 * Converts a failure of the source to InvalidArgumentsError, so that it is not treated as a transient network failure.
 */
async function* readable(
  open: () => AsyncIterable<Uint8Array>,
  operation: string,
  field: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* open();
  } catch (error) {
    throw error instanceof ApiError ? error : unreadableError(operation, field, error);
  }
}

function unreadableError(operation: string, field: string, cause: unknown): InvalidArgumentsError {
  const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
  const problem = `could not be read${code}; check that the file is still there and may be read`;
  return new InvalidArgumentsError(operation, field, problem, { cause });
}
