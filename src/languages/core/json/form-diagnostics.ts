import type { FixableProblem } from "../text/fix.ts";
import { createProblemFromTemplate, type DiagnosticTemplate, type PlaceholderValues } from "../text/problem.ts";
import type { Span } from "../text/span.ts";

/**
 * Schema diagnostics shared by all JSON languages of the extension. Each language prefixes the numbers with its own
 * letters to form problem codes.
 */
export const jsonFileDiagnostics = {
  "001": { severity: "error", message: "This is {found}; {expected} is expected." },
  "002": { severity: "error", message: "There is no {what} `{name}`{where}.{suggestion}" },
  "003": { severity: "error", message: "{fields} missing here." },
  "004": { severity: "error", message: "`{name}` appears twice here; the last one counts." },
  "005": { severity: "error", message: "This may be {choices}." },
  "006": { severity: "error", message: "This must not be empty." },
  "007": { severity: "error", message: "Not a date and time; write it like 2024-01-31T00:00:00Z." },
  "008": { severity: "error", message: "This must be {bounds}." },
  "009": { severity: "error", message: "Each {what} has exactly one key: {choices}." },
} as const satisfies Readonly<Record<string, DiagnosticTemplate>>;

type FormNumber = keyof typeof jsonFileDiagnostics;

/** Function that creates schema problems whose codes start with the letters of one language, such as `SJ`. */
export type JsonFileProblemFactory = <Number extends FormNumber>(
  number: Number,
  span: Span,
  ...values: PlaceholderValues<(typeof jsonFileDiagnostics)[Number]["message"]>
) => FixableProblem;

export function createJsonFileProblemFactory(letters: string): JsonFileProblemFactory {
  return (number, span, ...[values]) =>
    createProblemFromTemplate(`${letters}${number}`, jsonFileDiagnostics[number], span, values);
}
