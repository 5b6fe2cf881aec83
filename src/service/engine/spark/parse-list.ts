import { isAliasWord } from "./reserved-words.ts";
import type { StatementReader } from "./statement-reader.ts";
import type { Expression, SelectItem, Values } from "./syntax-tree.ts";

/** `(a, b)`, or nothing. */
export function parseColumnNames(tokens: StatementReader): string[] {
  if (!tokens.take("(")) {
    return [];
  }
  const names = tokens.list(() => tokens.takeName("The name of a column"));
  tokens.expect(")");
  return names;
}

export function parseValues(tokens: StatementReader): Values {
  const { start } = tokens.current;
  tokens.expect("VALUES");
  const rows = tokens.list(() => {
    if (!tokens.isAt("(")) {
      return [tokens.expression()];
    }
    // `(1, 2)` reads as a struct; a row in brackets has columns of its own.
    const row = tokens.expression();
    return row.kind === "call" && row.name === "struct" && row.start === row.arguments[0]?.start ? [row] : rowOf(row);
  });
  return { kind: "values", rows, start, end: tokens.previousEnd };
}

function rowOf(row: Expression): readonly Expression[] {
  return row.kind === "call" && row.name === "struct" ? row.arguments : [row];
}

export function parseSelectItem(tokens: StatementReader): SelectItem {
  const expression = tokens.expression();
  const hasAs = tokens.take("AS");
  if (tokens.isAt("(") && hasAs) {
    return { expression, aliases: parseColumnNames(tokens) };
  }
  if (hasAs || isAliasWord(tokens)) {
    return { expression, aliases: [tokens.takeName("The name of the column")] };
  }
  return { expression, aliases: [] };
}
