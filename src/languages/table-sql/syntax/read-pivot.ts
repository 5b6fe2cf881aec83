import type { ExpressionContext } from "./expression-context.ts";
import { isAliasAhead } from "./lookahead.ts";
import type { NameUseScope, SqlName } from "./scopes.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Alias, Column, Relation, SelectItem, Unpivot } from "./tree.ts";

/** Parses any number of clauses `PIVOT (sum(a) AS x FOR b IN ('c', 'd'))` and `UNPIVOT (a FOR b IN (c, d)) AS e`. */
export function readPivots(reader: TokenReader, scope: NameUseScope, input: Relation): Relation {
  let relation = input;
  while (reader.isAt("PIVOT", "UNPIVOT")) {
    scope.isOpaque = true;
    relation =
      reader.advance().key === "PIVOT" ? readPivot(reader, scope, relation) : readUnpivot(reader, scope, relation);
  }
  return relation;
}

/** Parses the content of PIVOT's brackets. The list after IN contains values with optional names, not columns. */
function readPivot(reader: TokenReader, scope: NameUseScope, input: Relation): Relation {
  const { start } = input;
  const open = reader.expect("(");
  if (!open) {
    return input;
  }
  const aggregates = readItems(reader, { scope, clause: "select" });
  reader.expect("FOR");
  const list = reader.take("(");
  const columns: Column[] = [];
  do {
    const column = readColumn(reader, scope);
    columns.push(...(column ? [column] : []));
  } while (list && reader.take(","));
  if (list) {
    reader.close(list);
  }
  reader.expect("IN");
  const values = readBracketed(reader, () => readItems(reader, createValuesContext(scope)));
  reader.close(open);
  const alias = readAlias(reader);
  return { kind: "pivot", input, aggregates, columns, values: values ?? [], alias, start, end: reader.previousEnd };
}

/** Creates a context for parsing names that are not columns of the query, so that they are not added to the scope. */
function createValuesContext(scope: NameUseScope): ExpressionContext {
  return { scope: { ...scope, uses: [] }, clause: "values", candidates: [] };
}

/** Parses expressions with optional names: `sum(a) AS x`. The keyword FOR ends the list. */
function readItems(reader: TokenReader, context: ExpressionContext): SelectItem[] {
  const items: SelectItem[] = [];
  do {
    const after = reader.previous;
    const { tree: expression, isEmpty } = reader.readExpression(context);
    if (isEmpty) {
      reader.reportMissing("An expression", after);
    }
    const hasAs = reader.take("AS") !== undefined;
    const isNamed = reader.isAtName() && (hasAs || (isAliasAhead(reader) && !reader.isAt("FOR")));
    if (hasAs && !isNamed && !reader.takeCaret({ kind: "newName" }, context.scope)) {
      reader.markUnexpected();
    }
    items.push({ expression, aliases: isNamed ? [reader.takeName().text] : [] });
  } while (reader.take(","));
  return items;
}

/** Parses content in brackets by a given function. Undefined if there is no opening bracket. */
function readBracketed<Inner>(reader: TokenReader, read: () => Inner): Inner | undefined {
  const open = reader.expect("(");
  if (!open) {
    return undefined;
  }
  const inner = read();
  reader.close(open);
  return inner;
}

function readColumn(reader: TokenReader, scope: NameUseScope): Column | undefined {
  const { start } = reader.current;
  if (!reader.isAtName()) {
    const context = { kind: "operand", clause: "values", isPredicate: false, candidates: undefined } as const;
    if (!reader.takeCaret(context, scope)) {
      reader.markUnexpected();
    }
    return undefined;
  }
  const path = readPath(reader);
  const end = reader.previousEnd;
  scope.uses.push({ kind: "column", path, clause: "values", target: undefined, candidates: undefined, start, end });
  return { kind: "column", path: path.map(({ text }) => text), start, end };
}

function readPath(reader: TokenReader): SqlName[] {
  const path = [reader.takeName()];
  while (reader.take(".")) {
    if (!reader.isAtName()) {
      reader.markUnexpected();
      break;
    }
    path.push(reader.takeName());
  }
  return path;
}

function readUnpivot(reader: TokenReader, scope: NameUseScope, input: Relation): Relation {
  const nulls = reader.take("INCLUDE", "EXCLUDE")?.key;
  if (nulls !== undefined) {
    reader.expect("NULLS");
  }
  const parts = readBracketed(reader, () => readUnpivotParts(reader, scope));
  if (!parts) {
    return input;
  }
  const alias = readAlias(reader);
  const { start } = input;
  const isIncludingNulls = nulls === "INCLUDE";
  return { kind: "unpivot", input, isIncludingNulls, ...parts, alias, start, end: reader.previousEnd };
}

type UnpivotParts = Pick<Unpivot, "isWide" | "valueColumn" | "nameColumn" | "columns">;

/**
 * Parses the content of UNPIVOT: `a FOR b IN (c, d AS e)` or `(a, b) FOR c IN ((d, e), (f, g))`. The columns are not
 * recorded in the scope.
 */
function readUnpivotParts(reader: TokenReader, scope: NameUseScope): UnpivotParts {
  const newName = () => {
    if (reader.isAtName()) {
      return reader.takeName().text;
    }
    reader.takeCaret({ kind: "newName" }, scope) || reader.markUnexpected();
    return "";
  };
  const wide = reader.take("(");
  const values = [newName()];
  while (wide && reader.take(",")) {
    values.push(newName());
  }
  if (wide) {
    reader.close(wide);
  }
  reader.expect("FOR");
  const nameColumn = newName();
  reader.expect("IN");
  const items = readBracketed(reader, () => readItems(reader, createValuesContext(scope))) ?? [];
  if (!wide && items.some(({ expression }) => expression.kind !== "column")) {
    reader.markUnexpected();
  }
  const columns = items.flatMap(({ expression, aliases }) =>
    expression.kind === "column" ? [{ column: expression, alias: aliases[0] }] : [],
  );
  return { isWide: wide !== undefined, valueColumn: values[0] ?? "", nameColumn: nameColumn, columns };
}

function readAlias(reader: TokenReader): Alias {
  const hasAs = reader.take("AS") !== undefined;
  if (!reader.isAtName() || !(hasAs || isAliasAhead(reader))) {
    if (hasAs) {
      reader.markUnexpected();
    }
    return { name: undefined, columns: [] };
  }
  return { name: reader.takeName().text, columns: [] };
}
