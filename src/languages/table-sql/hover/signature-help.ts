import { findFunction } from "../functions/functions.ts";
import { nameText } from "../syntax/lexer.ts";
import { statementAt } from "../syntax/split-statements.ts";
import type { Token } from "../syntax/token.ts";

export interface SignatureHelp {
  readonly signature: string;
  readonly summary: string;
  /** Stretches of the signature, one for each parameter. */
  readonly parameters: readonly (readonly [start: number, end: number])[];
  /** Which parameter the cursor is in; beyond the last one it is none. */
  readonly active: number;
}

/** The function whose brackets an offset is in, and which of its arguments is being written. */
export function signatureHelp(text: string, offset: number): SignatureHelp | undefined {
  const part = statementAt(text, offset);
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
      const help = helpFor(before[index - 1], argument);
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

/** `extract(YEAR FROM |`: a word stands in place of the comma. */
function isExtract(tokens: readonly Token[], index: number): boolean {
  return tokens[index - 2]?.key === "(";
}

function helpFor(name: Token | undefined, argument: number): SignatureHelp | undefined {
  const found = name?.kind === "word" ? findFunction(nameText(name)) : undefined;
  if (!found) {
    return undefined;
  }
  const { signature, summary, repeats } = found;
  const parameters = parameterSpans(signature);
  const active = repeats ? Math.min(argument, parameters.length - 1) : argument;
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
