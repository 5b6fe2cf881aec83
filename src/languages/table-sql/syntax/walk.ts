import {
  type CteScopes,
  isQuery,
  type QueryScopes,
  type Scope,
  type Source,
  type StatementScopes,
  type TableSource,
} from "./scopes.ts";

/** Yields all scopes of a SQL statement, including those of queries, common table expressions and subqueries. */
export function* allScopes({ ctes, query, scope }: StatementScopes): Generator<Scope> {
  yield* cteScopes(ctes);
  if (scope) {
    yield* nestedScopes(scope);
  }
  if (query) {
    yield* queryScopes(query);
  }
}

function* queryScopes({ ctes, parts }: QueryScopes): Generator<Scope> {
  yield* cteScopes(ctes);
  for (const part of parts) {
    yield* isQuery(part) ? queryScopes(part) : nestedScopes(part);
  }
}

function* cteScopes(ctes: readonly CteScopes[]): Generator<Scope> {
  for (const { query } of ctes) {
    yield* queryScopes(query);
  }
}

function* nestedScopes(scope: Scope): Generator<Scope> {
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
export function* tablesRead(statement: StatementScopes): Generator<TableSource> {
  const written = new Set<Source>(statement.writes.map(({ target }) => target));
  for (const scope of allScopes(statement)) {
    for (const source of scope.sources) {
      if (isSchemaTable(source) && !written.has(source)) {
        yield source;
      }
    }
  }
}

/** Yields the tables that a SQL statement writes and reads. */
export function* tablesReferenced(statement: StatementScopes): Generator<TableSource> {
  for (const { target } of statement.writes) {
    yield target;
  }
  yield* tablesRead(statement);
}

function isSchemaTable(source: Source): source is TableSource {
  return source.kind === "table" && source.cte === undefined;
}
