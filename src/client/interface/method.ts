import type { Static, TSchema } from "typebox";
import type { ArgumentsOf, OperationDefinition, StreamMarker } from "../../contract/operation.ts";
import type { CallGroupEffect } from "./connection.ts";
import type { ProgressCallback } from "./transfer-progress.ts";

/**
 * A response that is read as a stream. It occupies a connection until its body is read completely, its iteration ends
 * early, or the call is aborted.
 */
export interface StreamResponse {
  /** Content type without parameters. It can be `application/json` even if another format was requested. */
  readonly contentType: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Can be read once. Throws ApiError, or the reason of the call's signal. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Options of a call of one operation. */
export interface CallOptions<Accept extends string = string> {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Content type to request. By default the first one of the operation whose result is a value instead of a stream. */
  readonly accept?: Accept | undefined;
  /** Whether to return a stream even if the result is a value, for example to save it without parsing. */
  readonly isStreamed?: boolean | undefined;
  /** Content type of the request body, for operations that accept several. By default the `type` in the contract. */
  readonly bodyType?: string | undefined;
  /**
   * Maximum wait for the response of each attempt, in milliseconds. It begins when the last chunk of the request body
   * was sent.
   */
  readonly timeoutMs?: number | undefined;
  /** Code of the tenant to act on, instead of the connection's tenant. `null` means the login tenant. */
  readonly tenant?: string | null | undefined;
  /** Id of the draft project to act in, instead of the connection's project. `null` means the production version. */
  readonly project?: string | null | undefined;
  /** Group of calls for which the role gate decides once. */
  readonly group?: CallGroup | undefined;
  /**
   * Called about ten times a second with the progress of the transfer: sent bytes of a streamed body, and received
   * bytes.
   */
  readonly onProgress?: ProgressCallback | undefined;
  /** Called with status and headers of a successful response, before its body is read. */
  readonly onAnswer?: ((answer: ResponseHead) => void) | undefined;
}

/** Status and headers of a response. */
export interface ResponseHead {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

type AcceptOf<Row extends OperationDefinition> = keyof Row["answers"] & string;

type ValueTypes<Answers> = {
  [Type in keyof Answers & string]: Answers[Type] extends StreamMarker ? never : Type;
}[keyof Answers & string];

/** Content type that a call requests by default: that of the value, if the operation has one. */
export type DefaultAccept<Row extends OperationDefinition> = [ValueTypes<Row["answers"]>] extends [never]
  ? AcceptOf<Row>
  : ValueTypes<Row["answers"]>;

type AnswerAs<Answer> = Answer extends StreamMarker ? StreamResponse : Answer extends TSchema ? Static<Answer> : never;

/** Result of an operation's call, given the content type. */
export type ResponseFor<Row extends OperationDefinition, Accept extends AcceptOf<Row>> = AnswerAs<
  Row["answers"][Accept]
>;

type Parameters<Row extends OperationDefinition, Accept extends string> =
  Partial<Record<never, never>> extends ArgumentsOf<Row>
    ? [args?: ArgumentsOf<Row>, options?: CallOptions<Accept>]
    : [args: ArgumentsOf<Row>, options?: CallOptions<Accept>];

/** Method of a client for one operation. Rejects with an ApiError, or with the signal's reason. */
export interface OperationMethod<Row extends OperationDefinition> {
  (
    args: ArgumentsOf<Row>,
    options: CallOptions<AcceptOf<Row>> & { readonly isStreamed: true },
  ): Promise<StreamResponse>;
  <Accept extends AcceptOf<Row> = DefaultAccept<Row>>(
    ...parameters: Parameters<Row, Accept>
  ): Promise<ResponseFor<Row, Accept>>;
  /** Name of the operation in the contract. */
  readonly operation: string;
  readonly row: Row;
}

/** Untyped arguments of an operation. */
export interface AnyArguments {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/**
 * Calls that belong to one user action, such as sending a file. The role gate decides once for all of them. The group
 * covers only calls of the listed operations that are made with this object as option.
 */
export class CallGroup {
  /** Subject of the action for the confirmation prompt, such as the name of a file. */
  readonly title: string;
  readonly effect: CallGroupEffect | undefined;
  readonly #operations: ReadonlySet<string>;

  constructor(title: string, operations: readonly string[], effect?: CallGroupEffect) {
    this.title = title;
    this.effect = effect;
    this.#operations = new Set(operations);
  }

  covers(operation: string): boolean {
    return this.#operations.has(operation);
  }
}
