import type { Static, TSchema } from "typebox";
import type { ArgumentsOf, OperationDefinition, StreamMark } from "../../contract/operation.ts";
import type { GroupEffect } from "./connection.ts";
import type { OnProgress } from "./transfer-progress.ts";

/**
 * A streamed response. It occupies a connection until the caller has read the body, ended its iteration early, or
 * aborted the call.
 */
export interface StreamAnswer {
  /**
   * Content type of the response, without parameters; may be `application/json` even if a flat format was requested.
   */
  readonly contentType: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Can be read once. Throws ApiError, or the reason of the call's signal. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Options of one call. */
export interface CallOptions<Accept extends string = string> {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Requested content type; by default the first of the contract's row that is a value. */
  readonly accept?: Accept | undefined;
  /** Streams the response even if it is a value, for example to store it without reading it. */
  readonly isStreamed?: boolean | undefined;
  /** Content type of the body, if the contract's row has several; the row's `type` by default. */
  readonly bodyType?: string | undefined;
  /** Maximum wait for the response of each attempt, measured from the last chunk of a streamed request body. */
  readonly timeoutMs?: number | undefined;
  /** Overrides the connection's tenant; `null` for the login tenant. */
  readonly tenant?: string | null | undefined;
  /** Overrides the connection's project; `null` for the production version. */
  readonly project?: string | null | undefined;
  /** Group of calls for which the role gate decides once. */
  readonly group?: CallGroup | undefined;
  /** Receives the transfer progress about ten times a second: bytes of a streamed body, and bytes of the response. */
  readonly onProgress?: OnProgress | undefined;
  /** Receives status and headers of a successful response before its body is read. */
  readonly onAnswer?: ((answer: AnswerHead) => void) | undefined;
}

/** Status and headers of a response. */
export interface AnswerHead {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

type AcceptOf<Row extends OperationDefinition> = keyof Row["answers"] & string;

type ValueTypes<Answers> = {
  [Type in keyof Answers & string]: Answers[Type] extends StreamMark ? never : Type;
}[keyof Answers & string];

/** Content type that is requested by default: that of the value, if there is one. */
export type DefaultAccept<Row extends OperationDefinition> = [ValueTypes<Row["answers"]>] extends [never]
  ? AcceptOf<Row>
  : ValueTypes<Row["answers"]>;

type AnswerAs<Answer> = Answer extends StreamMark ? StreamAnswer : Answer extends TSchema ? Static<Answer> : never;

/** Result of a call for one content type. */
export type AnswerFor<Row extends OperationDefinition, Accept extends AcceptOf<Row>> = AnswerAs<Row["answers"][Accept]>;

type Parameters<Row extends OperationDefinition, Accept extends string> =
  Partial<Record<never, never>> extends ArgumentsOf<Row>
    ? [args?: ArgumentsOf<Row>, options?: CallOptions<Accept>]
    : [args: ArgumentsOf<Row>, options?: CallOptions<Accept>];

/** Client method of one operation. Rejects with an ApiError, or with the reason of the signal. */
export interface Method<Row extends OperationDefinition> {
  (args: ArgumentsOf<Row>, options: CallOptions<AcceptOf<Row>> & { readonly isStreamed: true }): Promise<StreamAnswer>;
  <Accept extends AcceptOf<Row> = DefaultAccept<Row>>(
    ...parameters: Parameters<Row, Accept>
  ): Promise<AnswerFor<Row, Accept>>;
  /** Name of the operation in the contract. */
  readonly operation: string;
  readonly row: Row;
}

/** Arguments of any operation, without its types. */
export interface AnyArguments {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/**
 * Calls that form one user action, such as sending a file; the role gate decides once for all of them. A group covers
 * only calls of the given operations that are made with this object, so that its owner controls what belongs to it.
 */
export class CallGroup {
  /** Subject of the action for the confirmation prompt, such as the name of a file. */
  readonly title: string;
  readonly effect: GroupEffect | undefined;
  readonly #operations: ReadonlySet<string>;

  constructor(title: string, operations: readonly string[], effect?: GroupEffect) {
    this.title = title;
    this.effect = effect;
    this.#operations = new Set(operations);
  }

  covers(operation: string): boolean {
    return this.#operations.has(operation);
  }
}
