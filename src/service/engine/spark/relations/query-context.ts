import type { Span } from "../../../../languages/core/text/span.ts";
import type { Query } from "../../../../languages/table-sql/syntax.ts";
import type { NameScope, VisibleColumn } from "../expressions/name-scope.ts";
import type { ExpressionContext } from "../expressions/translate-expression.ts";
import type { StatementBudget } from "../functions/statement-budget.ts";
import { type DataType, readType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import type { ScopeRelation, SparkScope } from "../types/translated-statement.ts";

/** A column with its parsed type. */
export interface TypedColumn {
  readonly name: string;
  readonly type: DataType;
}

/**
 * State of the translation of one statement: accessible relations, relations read, and the number of aliases in use.
 */
export class Translation {
  readonly #tables: ReadonlyMap<string, ScopeRelation>;
  readonly #reads = new Set<string>();
  readonly budget: StatementBudget;
  #aliases = 0;

  constructor(scope: SparkScope, budget: StatementBudget) {
    this.budget = budget;
    this.#tables = new Map(scope.tables.map((table) => [table.name.toLowerCase(), table]));
  }

  get reads(): readonly string[] {
    return [...this.#reads];
  }

  /** Returns a quoted alias that is unique in the statement and differs from all relation names. */
  uniqueAlias(name: string): string {
    return quoteName(`${name}#${++this.#aliases}`);
  }

  /** Finds an accessible relation. Throws SparkSqlError if there is none of this name. */
  findRelation(path: readonly string[], span: Span): ScopeRelation {
    const table = path.length === 1 ? this.#tables.get((path[0] ?? "").toLowerCase()) : undefined;
    if (!table) {
      const names = [...this.#tables.values()].map(({ name }) => name);
      const available = names.length > 0 ? ` Available: ${names.slice(0, 20).join(", ")}.` : "";
      throw new SparkSqlError(`There is no table or input ${path.join(".")}.${available}`, span.start, span.end);
    }
    return table;
  }

  /** Adds a relation to those that the statement reads. */
  recordRead(table: ScopeRelation): void {
    this.#reads.add(table.name);
  }
}

/** Returns the columns of a relation with their types; JSON columns have the type string. */
export function typedColumns(table: ScopeRelation): readonly (TypedColumn & { readonly isJson: boolean })[] {
  return table.columns.map(({ name, type }) => ({
    name,
    type: readType(type, { start: 0, end: 0 }),
    isJson: type.toLowerCase() === "json",
  }));
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Makes names unique regardless of letter case, because Spark allows several columns of one name and DuckDB does not.
 */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    let unique = name === "" ? `column#${index + 1}` : name.replaceAll("\0", "");
    for (let count = 2; taken.has(unique.toLowerCase()); count++) {
      unique = `${name}#${count}`;
    }
    taken.add(unique.toLowerCase());
    return unique;
  });
}

/** A column of a query. Its name in the SQL differs from Spark's where Spark allows several columns of one name. */
export interface QueryColumn extends TypedColumn {
  readonly sqlName: string;
}

/** A query translated to a DuckDB SELECT. */
export interface QuerySql {
  readonly sql: string;
  readonly columns: readonly QueryColumn[];
}

/** A common table expression: a query that WITH defines. */
interface NamedQuery {
  readonly sqlName: string;
  readonly columns: readonly QueryColumn[];
}

/** Context of a query: the translation of its statement, the names of enclosing queries and the queries of WITH. */
export interface QueryContext {
  readonly translation: Translation;
  readonly outer: NameScope | undefined;
  readonly namedQueries: ReadonlyMap<string, NamedQuery>;
  readonly translate: (query: Query, context: QueryContext) => QuerySql;
}

/** SQL of a relation in FROM, and the columns that names can refer to. */
export interface RelationSql {
  readonly sql: string;
  readonly columns: readonly VisibleColumn[];
}

/** Returns the context of expressions whose names `scope` resolves; subqueries see the same names. */
export function expressionContext(
  scope: NameScope,
  context: QueryContext,
  parts: Partial<Pick<ExpressionContext, "windows" | "groups" | "onAggregate">> = {},
): ExpressionContext {
  return {
    scope,
    budget: context.translation.budget,
    windows: parts.windows ?? new Map(),
    groups: parts.groups ?? [],
    onAggregate: parts.onAggregate ?? (() => undefined),
    query: (query, inner) => context.translate(query, { ...context, outer: inner }),
  };
}
