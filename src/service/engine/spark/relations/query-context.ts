import type { Span } from "../../../../languages/core/text/span.ts";
import type { Query } from "../../../../languages/table-sql/syntax.ts";
import type { NameScope, VisibleColumn } from "../expressions/name-scope.ts";
import type { ExpressionContext } from "../expressions/translate-expression.ts";
import type { StatementBudget } from "../functions/statement-budget.ts";
import { type DataType, parseSparkType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import type { ScopeRelation, SparkScope } from "../types/translated-statement.ts";

/** A column with its parsed Spark type. */
export interface TypedColumn {
  readonly name: string;
  readonly type: DataType;
}

/**
 * State of one statement's translation: the accessible relations, the relations read so far, and the number of aliases
 * in use.
 */
export class StatementTranslation {
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

  /** Finds an accessible relation by name. Throws SparkSqlError if there is none. */
  findRelation(path: readonly string[], span: Span): ScopeRelation {
    const table = path.length === 1 ? this.#tables.get((path[0] ?? "").toLowerCase()) : undefined;
    if (!table) {
      const names = [...this.#tables.values()].map(({ name }) => name);
      const available = names.length > 0 ? ` Available: ${names.slice(0, 20).join(", ")}.` : "";
      throw new SparkSqlError(`There is no table or input ${path.join(".")}.${available}`, span.start, span.end);
    }
    return table;
  }

  /** Records that the statement reads a relation. */
  recordRead(table: ScopeRelation): void {
    this.#reads.add(table.name);
  }
}

/** Returns the columns of a relation with parsed types. Columns of type JSON get the type string. */
export function typedColumnsOf(table: ScopeRelation): readonly (TypedColumn & { readonly isJson: boolean })[] {
  return table.columns.map(({ name, type }) => ({
    name,
    type: parseSparkType(type, { start: 0, end: 0 }),
    isJson: type.toLowerCase() === "json",
  }));
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Makes column names unique regardless of letter case. Spark allows several columns of one name, DuckDB does not. */
export function makeNamesUnique(names: readonly string[]): string[] {
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

/**
 * Context for translating a query: the state of its statement, the names of enclosing queries and the common table
 * expressions.
 */
export interface QueryContext {
  readonly translation: StatementTranslation;
  readonly outer: NameScope | undefined;
  readonly namedQueries: ReadonlyMap<string, NamedQuery>;
  readonly translate: (query: Query, context: QueryContext) => QuerySql;
}

/** SQL of a relation in FROM, with the columns that names can refer to. */
export interface RelationSql {
  readonly sql: string;
  readonly columns: readonly VisibleColumn[];
}

/** Creates the context for translating expressions. Names are resolved in `scope`, also in subqueries. */
export function createExpressionContext(
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
