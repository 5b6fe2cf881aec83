import { findFunction } from "../functions/functions.ts";
import { type Token, unquotedNameOf } from "../syntax/lexer.ts";
import { sqlStatementAt } from "../syntax/split-statements.ts";

export interface SqlSignatureHelp {
  readonly signature: string;
  readonly summary: string;
  /** Spans of the parameters within the text of the function's signature. */
  readonly parameters: readonly (readonly [start: number, end: number])[];
  /** Index of the parameter at the cursor. Greater than any valid index if the call has too many arguments. */
  readonly active: number;
}

/**
 * Returns the signature of the innermost known function whose brackets contain an offset, and which argument is there.
 */
export function sqlSignatureHelpAt(text: string, offset: number): SqlSignatureHelp | undefined {
  const part = sqlStatementAt(text, offset);
  const before = part.tokens.filter(({ kind, end }) => kind !== "end" && end <= offset - part.start);
  let depth = 0;
  let argument = 0;
  for (let index = before.length - 1; index >= 0; index--) {
    const { key } = before[index] ?? { key: "" };
    if (key === ")") {
      depth++;
    } else if (key === "(" && depth > 0) {
      depth--;
    } else if (key === "(") {
      const help = createHelp(before[index - 1], argument);
      if (help) {
        return help;
      }
      argument = 0;
    } else if (depth === 0 && (key === "," || (key === "FROM" && isExtract(before, index)))) {
      argument++;
    } else if (depth === 0 && key === "SELECT") {
      argument = 0;
    }
  }
  return undefined;
}

/** Whether the keyword FROM separates two arguments of a function, as in `extract(YEAR FROM |`. */
function isExtract(tokens: readonly Token[], index: number): boolean {
  return tokens[index - 2]?.key === "(";
}

function createHelp(name: Token | undefined, argument: number): SqlSignatureHelp | undefined {
  const found = name?.kind === "word" ? findFunction(unquotedNameOf(name)) : undefined;
  if (!found) {
    return undefined;
  }
  const { signature, summary, isVariadic } = found;
  const parameters = parameterSpans(signature);
  const active = isVariadic ? Math.min(argument, parameters.length - 1) : argument;
  return { signature, summary, parameters, active };
}

function parameterSpans(signature: string): (readonly [number, number])[] {
  const open = signature.indexOf("(") + 1;
  const spans: (readonly [number, number])[] = [];
  for (const match of signature.slice(open, -1).matchAll(/[^,[\]\s][^,[\]]*/g)) {
    const text = match[0].trimEnd();
    const start = open + match.index;
    spans.push([start, start + text.length]);
  }
  return spans;
}
