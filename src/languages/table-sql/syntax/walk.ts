import {
  type CteScopes,
  isQueryScopes,
  type NameUseScope,
  type QueryScopes,
  type RowSource,
  type StatementScopes,
  type TableRowSource,
} from "./scopes.ts";

/** Yields all scopes of a SQL statement, including those of queries, common table expressions and subqueries. */
export function* scopesOfStatement({ ctes, query, scope }: StatementScopes): Generator<NameUseScope> {
  yield* cteScopes(ctes);
  if (scope) {
    yield* nestedScopes(scope);
  }
  if (query) {
    yield* queryScopes(query);
  }
}

function* queryScopes({ ctes, parts }: QueryScopes): Generator<NameUseScope> {
  yield* cteScopes(ctes);
  for (const part of parts) {
    yield* isQueryScopes(part) ? queryScopes(part) : nestedScopes(part);
  }
}

function* cteScopes(ctes: readonly CteScopes[]): Generator<NameUseScope> {
  for (const { query } of ctes) {
    yield* queryScopes(query);
  }
}

function* nestedScopes(scope: NameUseScope): Generator<NameUseScope> {
  yield scope;
  for (const source of scope.sources) {
    if (source.kind === "query") {
      yield* queryScopes(source.query);
    }
  }
  for (const use of scope.uses) {
    if (use.kind === "query") {
      yield* queryScopes(use.query);
    }
  }
}

/** Yields the tables that a SQL statement reads, without common table expressions. */
export function* tablesReadBy(statement: StatementScopes): Generator<TableRowSource> {
  const written = new Set<RowSource>(statement.writes.map(({ target }) => target));
  for (const scope of scopesOfStatement(statement)) {
    for (const source of scope.sources) {
      if (isSchemaTable(source) && !written.has(source)) {
        yield source;
      }
    }
  }
}

/** Yields the tables that a SQL statement writes and reads. */
export function* tablesReferencedBy(statement: StatementScopes): Generator<TableRowSource> {
  for (const { target } of statement.writes) {
    yield target;
  }
  yield* tablesReadBy(statement);
}

function isSchemaTable(source: RowSource): source is TableRowSource {
  return source.kind === "table" && source.cte === undefined;
}
