import type { FixableProblem } from "../text/fix.ts";
import { type Diagnostic, problemOf, type ValuesOf } from "../text/problem.ts";
import type { Span } from "../text/span.ts";

/**
 * Schema diagnostics shared by all JSON languages of the extension. Each language prefixes the numbers with its own
 * letters to form problem codes.
 */
export const formDiagnostics = {
  "001": { severity: "error", message: "This is {found}; {expected} is expected." },
  "002": { severity: "error", message: "There is no {what} `{name}`{where}.{suggestion}" },
  "003": { severity: "error", message: "{fields} missing here." },
  "004": { severity: "error", message: "`{name}` appears twice here; the last one counts." },
  "005": { severity: "error", message: "This may be {choices}." },
  "006": { severity: "error", message: "This must not be empty." },
  "007": { severity: "error", message: "Not a date and time; write it like 2024-01-31T00:00:00Z." },
  "008": { severity: "error", message: "This must be {bounds}." },
  "009": { severity: "error", message: "Each {what} has exactly one key: {choices}." },
} as const satisfies Readonly<Record<string, Diagnostic>>;

type FormNumber = keyof typeof formDiagnostics;

/** Function that creates schema problems whose codes start with the letters of one language, such as `SJ`. */
export type FormProblems = <Number extends FormNumber>(
  number: Number,
  span: Span,
  ...values: ValuesOf<(typeof formDiagnostics)[Number]["message"]>
) => FixableProblem;

export function formProblems(letters: string): FormProblems {
  return (number, span, ...[values]) => problemOf(`${letters}${number}`, formDiagnostics[number], span, values);
}
