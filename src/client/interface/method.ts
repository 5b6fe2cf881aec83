import type { Static, TSchema } from "typebox";
import type { ArgumentsOf, OperationDefinition, StreamMark } from "../../contract/operation.ts";
import type { CallGroup } from "./call-group.ts";
import type { OnProgress } from "./transfer-progress.ts";

/** An answer passed on as it comes. Read the body, end its iteration early, or abort the call: until then it holds a connection. */
export interface StreamAnswer {
  /** What the service chose, without parameters; may be `application/json` although a flat form was asked for. */
  readonly contentType: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Can be read once. Throws ApiError, or the reason of the call's signal. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Choices for one call. */
export interface CallOptions<Accept extends string = string> {
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The content type to ask for; the row's first when left out. */
  readonly accept?: Accept | undefined;
  /** Passes the answer on as it comes, also one that is a value: for what is stored and not looked at. */
  readonly isStreamed?: boolean | undefined;
  /** Content type to send the body as, where the row knows several; the row's own when left out. */
  readonly bodyType?: string | undefined;
  /** Longest wait for the answer to begin, for each attempt, since the last piece of a body in bytes was handed over. */
  readonly timeoutMs?: number | undefined;
  /** Overrides the connection's tenant; `null` for the login tenant. */
  readonly tenant?: string | null | undefined;
  /** Overrides the connection's project; `null` for the production version. */
  readonly project?: string | null | undefined;
  /** What the call is a part of, so that the gate is asked once for all of it. */
  readonly group?: CallGroup | undefined;
  /** Told about ten times a second how far the bytes are: those of a body in bytes, and those of the answer. */
  readonly onProgress?: OnProgress | undefined;
  /** Told of the success that the call gives, before its body is read. */
  readonly onAnswer?: ((answer: AnswerHead) => void) | undefined;
}

/** An answer without its body. */
export interface AnswerHead {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

type AcceptOf<Row extends OperationDefinition> = keyof Row["answers"] & string;

type ValueTypes<Answers> = {
  [Type in keyof Answers & string]: Answers[Type] extends StreamMark ? never : Type;
}[keyof Answers & string];

/** What is asked for when the caller does not say: the value form, where there is one. */
export type DefaultAccept<Row extends OperationDefinition> = [ValueTypes<Row["answers"]>] extends [never]
  ? AcceptOf<Row>
  : ValueTypes<Row["answers"]>;

type AnswerAs<Answer> = Answer extends StreamMark ? StreamAnswer : Answer extends TSchema ? Static<Answer> : never;

/** What a call gives for one content type. */
export type AnswerFor<Row extends OperationDefinition, Accept extends AcceptOf<Row>> = AnswerAs<Row["answers"][Accept]>;

type Parameters<Row extends OperationDefinition, Accept extends string> =
  Partial<Record<never, never>> extends ArgumentsOf<Row>
    ? [args?: ArgumentsOf<Row>, options?: CallOptions<Accept>]
    : [args: ArgumentsOf<Row>, options?: CallOptions<Accept>];

/** One operation as a function. Rejects with an ApiError, or with the reason of the signal. */
export interface Method<Row extends OperationDefinition> {
  (args: ArgumentsOf<Row>, options: CallOptions<AcceptOf<Row>> & { readonly isStreamed: true }): Promise<StreamAnswer>;
  <Accept extends AcceptOf<Row> = DefaultAccept<Row>>(
    ...parameters: Parameters<Row, Accept>
  ): Promise<AnswerFor<Row, Accept>>;
  /** Name of the operation in the contract. */
  readonly operation: string;
  readonly row: Row;
}

/** The arguments of any row, as the machinery sees them. */
export interface AnyArguments {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}
