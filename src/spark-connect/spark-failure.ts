import { Code, ConnectError } from "@connectrpc/connect";

/** What a failed call means for the caller: try again, correct the statement, the settings, or start over. */
type SparkFailureKind = "statement" | "unreachable" | "refused" | "certificate" | "sessionLost" | "cancelled";

/** Failure of a call to Spark. The message has no token, and no values of rows. */
export class SparkFailure extends Error {
  override readonly name = "SparkFailure";
  readonly kind: SparkFailureKind;
  /** Spark's error class, such as `UNRESOLVED_COLUMN.WITH_SUGGESTION`. */
  readonly condition: string | undefined;
  /** Position in the statement; numbering starts at 1. */
  readonly position: SparkPosition | undefined;
  /** What is wrong, without the position. */
  readonly reason: string;

  constructor(
    kind: SparkFailureKind,
    reason: string,
    details: { readonly condition?: string | undefined; readonly position?: SparkPosition | undefined } = {},
    options?: ErrorOptions,
  ) {
    const { condition, position } = details;
    super(position ? `line ${position.line}, column ${position.column}: ${reason}` : reason, options);
    this.kind = kind;
    this.reason = reason;
    this.condition = condition;
    this.position = position;
  }

  /** Whether the same call may be sent again: nothing of it reached Spark. Never true of a call that may have run. */
  get mayRetry(): boolean {
    return this.kind === "unreachable";
  }
}

interface SparkPosition {
  readonly line: number;
  readonly column: number;
}

/** Conditions whose message quotes a value, which may be one of a row. */
const quotesValues =
  /^(?:CAST_|CONVERSION_|CANNOT_PARSE|NUMERIC_|ARITHMETIC_|INVALID_(?:ARRAY|FRACTION|PARAMETER|URL|BITMAP)|DUPLICATED_MAP_KEY|USER_RAISED|FAILED_EXECUTE|FAILED_READ)/;

/** Converts the error of a call. `address` is that of the server, for messages. Other errors are returned as they are. */
export function toSparkFailure(error: unknown, address: string): unknown {
  if (!(error instanceof ConnectError)) {
    return error;
  }
  const { rawMessage, code } = error;
  const cause = { cause: withoutHeaders(error) };
  const [, condition] = /\[([A-Z][A-Z_0-9]*(?:\.[A-Z_0-9]+)*)\]/.exec(rawMessage) ?? [];
  if (condition?.startsWith("INVALID_HANDLE.SESSION") || condition?.startsWith("SESSION_")) {
    return new SparkFailure("sessionLost", sessionLostText, { condition }, cause);
  }
  if (condition === "OPERATION_CANCELED" || condition === "INVALID_HANDLE.OPERATION_ABANDONED") {
    return new SparkFailure("cancelled", "The statement was cancelled.", { condition }, cause);
  }
  const certificate = certificateProblem(error);
  if (certificate !== undefined) {
    const reason = `The certificate of Spark at ${address} is not trusted (${certificate}). Trust its authority in the system, or name it by NODE_EXTRA_CA_CERTS.`;
    return new SparkFailure("certificate", reason, {}, cause);
  }
  switch (code) {
    case Code.Unauthenticated:
    case Code.PermissionDenied:
      return new SparkFailure(
        "refused",
        `Spark at ${address} refused the token, or asks for one. Set it with "Workforce: Set Spark Token...".`,
        {},
        cause,
      );
    case Code.Unavailable:
      return new SparkFailure(
        "unreachable",
        `Spark does not answer at ${address}. Start its Connect server, or correct workforce.spark.remote.`,
        {},
        cause,
      );
    case Code.Canceled:
    case Code.Aborted:
      return new SparkFailure("sessionLost", `Spark at ${address} went away in the middle of a statement.`, {}, cause);
    case Code.Unimplemented:
      return new SparkFailure("refused", `The server at ${address} is no Spark Connect server.`, {}, cause);
    default:
      return new SparkFailure(
        "statement",
        readReason(rawMessage, condition),
        { condition, position: readPosition(rawMessage) },
        cause,
      );
  }
}

export const sessionLostText =
  "The Spark session was lost: the server was started again or closed it. Nothing was published; run it again.";

function certificateProblem(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === "string" && /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|EPROTO/.test(code)) {
      return code;
    }
  }
  return undefined;
}

/** The error object of the library holds the headers of the answer, and through the request those of the call. */
function withoutHeaders({ rawMessage, code }: ConnectError): Error {
  return new Error(`${Code[code]}: ${rawMessage.split("\n", 1)[0]?.replace(/'[^']*'/g, "'...'") ?? ""}`);
}

/** Spark's first sentences, without the statement and plan that follow them. */
function readReason(message: string, condition: string | undefined): string {
  const text = message
    .replace(/^\s*/, "")
    .replace(/^.*?(?=\[[A-Z][A-Z_0-9.]*\])/s, "")
    .split(/\n\s*(?:== SQL|'?[A-Z]\w+ )|;\s*line \d+ pos|\(line \d+, pos/)[0]
    ?.replace(/\s*\n\s*/g, " ")
    .trim();
  const short = (text ?? "").slice(0, 1_000);
  if (condition === undefined) {
    // The failure of a task may quote what it worked on.
    return short.replace(/'[^']*'|"[^"]*"/g, "'...'") || "Spark failed and did not say why.";
  }
  return quotesValues.test(condition) ? short.replace(/'[^']*'|"[^"]*"|(?<=value )\S+/gi, "'...'") : short;
}

function readPosition(message: string): SparkPosition | undefined {
  const [, line, column] =
    /\bline (\d+),? pos(?:ition)? (\d+)/.exec(message) ?? /== SQL ?\(line (\d+), position (\d+)\)/.exec(message) ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) + 1 };
}
