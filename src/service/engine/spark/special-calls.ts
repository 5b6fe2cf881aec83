import { closeCall } from "./call-tree.ts";
import { parseType } from "./parse-type.ts";
import type { StatementReader } from "./statement-reader.ts";
import type { Expression, Literal } from "./syntax-tree.ts";

/** Calls whose brackets hold words besides values. */
export function parseSpecialCall(tokens: StatementReader, word: string): Expression | undefined {
  const { start } = tokens.current;
  return tokens.attempt(() => {
    tokens.advance();
    tokens.expect("(");
    const read = specialCalls[word];
    const value = read?.(tokens, start);
    return value;
  });
}

const specialCalls: Readonly<Record<string, (tokens: StatementReader, start: number) => Expression | undefined>> = {
  CAST: (tokens, start) => parseCast(tokens, start, false),
  TRY_CAST: (tokens, start) => parseCast(tokens, start, true),
  EXTRACT(tokens, start) {
    const field = tokens.advance();
    if (!tokens.take("FROM")) {
      return undefined;
    }
    const literal: Literal = { kind: "literal", type: "string", text: field.text, start: field.start, end: field.end };
    return closeCall(tokens, "extract", [literal, tokens.expression()], start);
  },
  TRIM(tokens, start) {
    const side = (["BOTH", "LEADING", "TRAILING"] as const).find((word) => tokens.take(word));
    const name = side === "LEADING" ? "ltrim" : side === "TRAILING" ? "rtrim" : "trim";
    if (side && tokens.take("FROM")) {
      return closeCall(tokens, name, [tokens.expression()], start);
    }
    const characters = tokens.expression();
    if (!tokens.take("FROM")) {
      return undefined;
    }
    return closeCall(tokens, `${name} from`, [characters, tokens.expression()], start);
  },
  POSITION(tokens, start) {
    const part = tokens.operand();
    return tokens.take("IN") ? closeCall(tokens, "locate", [part, tokens.operand()], start) : undefined;
  },
  SUBSTRING: parseSubstring,
  SUBSTR: parseSubstring,
  OVERLAY(tokens, start) {
    const values = [tokens.operand()];
    if (!tokens.take("PLACING")) {
      return undefined;
    }
    values.push(tokens.operand());
    tokens.expect("FROM");
    values.push(tokens.operand());
    if (tokens.take("FOR")) {
      values.push(tokens.operand());
    }
    return closeCall(tokens, "overlay", values, start);
  },
  TIMESTAMPADD: parseUnitCall("timestampadd"),
  TIMESTAMPDIFF: parseUnitCall("timestampdiff"),
  DATEADD: parseUnitCall("timestampadd"),
  DATE_ADD: parseUnitCall("timestampadd"),
  DATEDIFF: parseUnitCall("timestampdiff"),
  DATE_DIFF: parseUnitCall("timestampdiff"),
};

/** `DATEADD(DAY, 5, d)`; with two arguments it is the function of days. */
function parseUnitCall(name: string): (tokens: StatementReader, start: number) => Expression | undefined {
  return (tokens, start) => {
    const unit = tokens.advance();
    if (unit.kind !== "word" || !tokens.take(",")) {
      return undefined;
    }
    const values = tokens.list(() => tokens.expression());
    if (values.length !== 2) {
      return undefined;
    }
    const literal: Literal = { kind: "literal", type: "string", text: unit.text, start: unit.start, end: unit.end };
    return closeCall(tokens, name, [literal, ...values], start);
  };
}

function parseSubstring(tokens: StatementReader, start: number): Expression | undefined {
  const values = [tokens.expression()];
  if (!tokens.take("FROM")) {
    return undefined;
  }
  values.push(tokens.expression());
  if (tokens.take("FOR")) {
    values.push(tokens.expression());
  }
  return closeCall(tokens, "substring", values, start);
}

function parseCast(tokens: StatementReader, start: number, isTry: boolean): Expression {
  const value = tokens.expression();
  tokens.expect("AS");
  const type = parseType(tokens);
  tokens.expect(")");
  return { kind: "cast", value, type, isTry, start, end: tokens.previousEnd };
}
