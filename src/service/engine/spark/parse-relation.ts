import { parseColumnNames, parseSelectItem, parseValues } from "./parse-list.ts";
import { parseCall } from "./parse-primary.ts";
import { isQueryStart } from "./query-start.ts";
import { isAliasWord } from "./reserved-words.ts";
import { SparkSqlError } from "./spark-sql-error.ts";
import type { StatementReader } from "./statement-reader.ts";
import type { Alias, Column, Expression, JoinType, Relation } from "./syntax-tree.ts";

/** What stands after FROM, with the LATERAL VIEWs and PIVOTs behind it. */
export function parseRelations(tokens: StatementReader): Relation {
  let left = parseJoined(tokens);
  for (;;) {
    if (tokens.take(",")) {
      const isLateral = tokens.take("LATERAL");
      const right = isLateral ? parseLateral(tokens) : parseJoined(tokens);
      left = {
        kind: "join",
        type: "CROSS",
        isNatural: false,
        left,
        right,
        on: undefined,
        using: [],
        alias: noAlias,
        start: left.start,
        end: tokens.previousEnd,
      };
    } else if (tokens.isAt("LATERAL", "VIEW")) {
      left = parseLateralView(tokens, left);
    } else if (tokens.isAt("PIVOT", "(")) {
      left = parsePivot(tokens, left);
    } else {
      return left;
    }
  }
}

const noAlias: Alias = { name: undefined, columns: [] };

function parseJoined(tokens: StatementReader): Relation {
  let left = parsePrimaryRelation(tokens);
  for (;;) {
    const join = parseJoinWords(tokens);
    if (!join) {
      return left;
    }
    const isLateral = tokens.take("LATERAL");
    const right = isLateral ? parseLateral(tokens) : parsePrimaryRelation(tokens);
    const on = tokens.take("ON") ? tokens.expression() : undefined;
    const using = !on && tokens.take("USING") ? parseColumnNames(tokens) : [];
    left = {
      kind: "join",
      ...join,
      left,
      right,
      on,
      using,
      alias: noAlias,
      start: left.start,
      end: tokens.previousEnd,
    };
  }
}

const joinWords: readonly (readonly [string, JoinType])[] = [
  ["CROSS", "CROSS"],
  ["INNER", "INNER"],
  ["LEFT SEMI", "SEMI"],
  ["LEFT ANTI", "ANTI"],
  ["LEFT OUTER", "LEFT"],
  ["LEFT", "LEFT"],
  ["RIGHT OUTER", "RIGHT"],
  ["RIGHT", "RIGHT"],
  ["FULL OUTER", "FULL"],
  ["FULL", "FULL"],
  ["SEMI", "SEMI"],
  ["ANTI", "ANTI"],
  ["", "INNER"],
];

function parseJoinWords(tokens: StatementReader): { type: JoinType; isNatural: boolean } | undefined {
  return tokens.attempt(() => {
    const isNatural = tokens.take("NATURAL");
    for (const [words, type] of joinWords) {
      if (tokens.take(...(words ? words.split(" ") : []), "JOIN")) {
        return { type, isNatural };
      }
    }
    return undefined;
  });
}

/** After the word LATERAL: a query that sees what stands before it, or a table function. */
function parseLateral(tokens: StatementReader): Relation {
  const { start } = tokens.current;
  if (tokens.take("(")) {
    const query = tokens.query();
    tokens.expect(")");
    return { kind: "subquery", query, isLateral: true, alias: parseAlias(tokens), start, end: tokens.previousEnd };
  }
  const call = parseCall(tokens);
  return { kind: "tableFunction", call, isLateral: true, alias: parseAlias(tokens), start, end: tokens.previousEnd };
}

export function parsePrimaryRelation(tokens: StatementReader): Relation {
  return tokens.nested(() => {
    const relation = parseRelation(tokens);
    return tokens.isAt("UNPIVOT") ? parseUnpivot(tokens, relation) : relation;
  });
}

function parseRelation(tokens: StatementReader): Relation {
  const { start } = tokens.current;
  if (tokens.isAt("(")) {
    return parseBracketed(tokens);
  }
  if (tokens.isAt("VALUES") && tokens.peek(1).text !== ".") {
    const values = parseValues(tokens);
    return { kind: "valuesRelation", values, alias: parseAlias(tokens), start, end: tokens.previousEnd };
  }
  if (tokens.current.kind === "word" && tokens.peek(1).text === "(" && tokens.peek(1).kind === "symbol") {
    const call = parseCall(tokens);
    return { kind: "tableFunction", call, isLateral: false, alias: parseAlias(tokens), start, end: tokens.previousEnd };
  }
  const path = tokens.takePath();
  const { previousEnd } = tokens;
  refuseTimeTravel(tokens);
  parseSample(tokens);
  return { kind: "table", path, alias: parseAlias(tokens), start, end: previousEnd };
}

function parseBracketed(tokens: StatementReader): Relation {
  const { start } = tokens.current;
  if (isQueryStart(tokens, 1)) {
    const query = tokens.attempt(() => {
      tokens.expect("(");
      const inner = tokens.query();
      return tokens.take(")") ? inner : undefined;
    });
    if (query) {
      parseSample(tokens);
      return { kind: "subquery", query, isLateral: false, alias: parseAlias(tokens), start, end: tokens.previousEnd };
    }
  }
  tokens.expect("(");
  const inner = parseRelations(tokens);
  tokens.expect(")");
  const alias = parseAlias(tokens);
  return alias.name === undefined ? inner : { ...inner, alias };
}

function parseAlias(tokens: StatementReader): Alias {
  const hasAs = tokens.take("AS");
  if (!hasAs && !isAliasWord(tokens)) {
    return noAlias;
  }
  const name = tokens.takeName("The alias");
  return { name, columns: parseColumnNames(tokens) };
}

function refuseTimeTravel(tokens: StatementReader): void {
  const { start, end } = tokens.current;
  if (tokens.isAt("VERSION", "AS", "OF") || tokens.isAt("TIMESTAMP", "AS", "OF") || tokens.isAt("FOR", "SYSTEM_TIME")) {
    throw new SparkSqlError(
      "AS OF is not available here; the action reset brings a table back to an earlier time.",
      start,
      end,
    );
  }
}

function parseSample(tokens: StatementReader): void {
  const { start } = tokens.current;
  if (tokens.take("TABLESAMPLE")) {
    throw new SparkSqlError(
      "TABLESAMPLE is not available in the embedded engine, because which rows it takes differs; use LIMIT.",
      start,
      tokens.previousEnd,
    );
  }
}

function parseLateralView(tokens: StatementReader, input: Relation): Relation {
  tokens.expect("LATERAL", "VIEW");
  const isOuter = tokens.take("OUTER");
  const call = parseCall(tokens);
  // `LATERAL VIEW explode(a) AS c` has no table alias, `LATERAL VIEW explode(a) t AS c` has one.
  const name = !tokens.isAt("AS") && isAliasWord(tokens) ? tokens.takeName() : undefined;
  const columns = tokens.take("AS") ? tokens.list(() => tokens.takeName("The name of the column")) : [];
  return {
    kind: "lateralView",
    input,
    isOuter,
    call,
    alias: { name, columns },
    start: input.start,
    end: tokens.previousEnd,
  };
}

function parsePivot(tokens: StatementReader, input: Relation): Relation {
  tokens.expect("PIVOT", "(");
  const aggregates = tokens.list(() => parseSelectItem(tokens));
  tokens.expect("FOR");
  const columns: Expression[] = tokens.take("(") ? tokens.list(() => readColumn(tokens)) : [readColumn(tokens)];
  tokens.take(")");
  tokens.expect("IN", "(");
  const values = tokens.list(() => parseSelectItem(tokens));
  tokens.expect(")", ")");
  return {
    kind: "pivot",
    input,
    aggregates,
    columns,
    values,
    alias: parseAlias(tokens),
    start: input.start,
    end: tokens.previousEnd,
  };
}

function readColumn(tokens: StatementReader): Column {
  const { start } = tokens.current;
  const path = tokens.takePath();
  return { kind: "column", path, start, end: tokens.previousEnd };
}

function parseUnpivot(tokens: StatementReader, input: Relation): Relation {
  tokens.expect("UNPIVOT");
  const isIncludingNulls = tokens.take("INCLUDE", "NULLS");
  if (!isIncludingNulls) {
    tokens.take("EXCLUDE", "NULLS");
  }
  tokens.expect("(");
  if (tokens.isAt("(")) {
    tokens.fail("UNPIVOT into several value columns is not available in the embedded engine; unpivot one by one");
  }
  const valueName = tokens.takeName("The name of the value column");
  tokens.expect("FOR");
  const nameName = tokens.takeName("The name of the name column");
  tokens.expect("IN", "(");
  const columns = tokens.list(() => {
    const column = readColumn(tokens);
    return { column, alias: tokens.take("AS") ? tokens.takeName() : undefined };
  });
  tokens.expect(")", ")");
  const alias = parseAlias(tokens);
  const end = tokens.previousEnd;
  return { kind: "unpivot", input, isIncludingNulls, valueName, nameName, columns, alias, start: input.start, end };
}
