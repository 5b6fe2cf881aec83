import { isRecord, isStringArray } from "./guards.ts";

/** Error text in two sections: the message with one problem per line, and technical details for a bug report. */
interface FailureParts {
  readonly message: string;
  /** Technical details such as `Operation: querySqlLike`, one per line; empty if there are none. */
  readonly details: string;
}

const separator = "\n\n";

/**
 * Returns the message of an error, followed by an empty line and the technical details of the failed service call that
 * caused it.
 */
export function failureText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const details = failureDetails(error);
  return details.length === 0 ? message : joinFailure({ message, details: details.join("\n") });
}

/** Returns the technical details of a failed service call, from the error itself or from its cause. */
export function failureDetails(error: unknown): readonly string[] {
  for (let cause = error; isRecord(cause); cause = cause["cause"]) {
    const details = cause["details"];
    if (isStringArray(details)) {
      return details;
    }
  }
  return [];
}

/**
 * Returns the HTTP status with which a service refused a call. Undefined for other errors. Checks properties, because
 * `instanceof` does not work for errors of the separate client bundle.
 */
export function refusalStatusOf(error: unknown): number | undefined {
  const isRefusal = error instanceof Error && error.name === "StatusError" && "status" in error;
  return isRefusal && typeof error.status === "number" ? error.status : undefined;
}

/** Splits a text created by `failureText` into message and details. */
export function splitFailureText(text: string): FailureParts {
  const end = text.lastIndexOf(separator);
  return end < 0
    ? { message: text, details: "" }
    : { message: text.slice(0, end), details: text.slice(end + separator.length) };
}

function joinFailure({ message, details }: FailureParts): string {
  // Empty lines of a service's message must not look like the beginning of the details.
  return `${message.replace(/\n\s*\n/g, "\n")}${separator}${details}`;
}

/**
 * One line of an error message, split at the position it mentions. `place` is the text of that position, such as `line
 * 8, column 6`.
 */
interface ProblemLine {
  readonly before: string;
  readonly place?: { readonly text: string; readonly line: number; readonly column: number };
  readonly after: string;
}

/** Splits an error message into its problems, one per line. Line and column numbers start at 1. */
export function parseProblemLines(message: string): readonly ProblemLine[] {
  return message.split("\n").flatMap((line): ProblemLine[] => {
    const found = /\bline (\d+), column (\d+)/i.exec(line);
    if (!found) {
      return line.trim() === "" ? [] : [{ before: line, after: "" }];
    }
    const [text, lineNumber, column] = found;
    const place = { text, line: Number(lineNumber), column: Number(column) };
    return [{ before: line.slice(0, found.index), place, after: line.slice(found.index + text.length) }];
  });
}
