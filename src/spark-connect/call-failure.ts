import { Code, ConnectError } from "@connectrpc/connect";
import { SparkFailure, type SparkPosition, sessionLostText } from "./spark-failure.ts";
import type { SparkRemote } from "./spark-remote.ts";

/** Names of a server and its settings in messages. */
type ServerNames = Pick<SparkRemote, "address" | "setAddress" | "setToken">;

/** Conditions whose message quotes a value, which may be one of a row. */
const quotesValues =
  /^(?:CAST_|CONVERSION_|CANNOT_PARSE|NUMERIC_|ARITHMETIC_|INVALID_(?:ARRAY|FRACTION|PARAMETER|URL|BITMAP)|DUPLICATED_MAP_KEY|USER_RAISED|FAILED_EXECUTE|FAILED_READ)/;

/** Conditions whose message is a value, or has one without quotes. */
const isValue = /^(?:USER_RAISED|DUPLICATED_MAP_KEY|FAILED_EXECUTE|FAILED_READ)/;
const leftOut = "Spark's own log says more, which may quote rows.";

/** Converts the error of a call to a server. Other errors are returned as they are. */
export function toSparkFailure(error: unknown, { address, setAddress, setToken }: ServerNames): unknown {
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
        `Spark at ${address} refused the token, or asks for one. ${setToken}.`,
        {},
        cause,
      );
    case Code.Unavailable:
      return new SparkFailure(
        "unreachable",
        `Spark does not answer at ${address}. Start its Connect server, or correct ${setAddress}.`,
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
  const [, taskError] = /^Job aborted due to stage failure.*?\): ([\w.$]+)/s.exec(short) ?? [];
  if (taskError !== undefined) {
    return `A task failed with ${taskError}. ${leftOut}`;
  }
  if (condition !== undefined && isValue.test(condition)) {
    return `[${condition}] ${leftOut}`;
  }
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
