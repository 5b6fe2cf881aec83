import {
  type CteScopes,
  isQuery,
  type QueryScopes,
  type Scope,
  type Source,
  type StatementScopes,
  type TableSource,
} from "./scopes.ts";

/** Every scope of a statement, those of its queries, common table expressions and subqueries too. */
export function* scopesOf({ ctes, query, scope }: StatementScopes): Generator<Scope> {
  yield* scopesOfCtes(ctes);
  if (scope) {
    yield* scopesWithin(scope);
  }
  if (query) {
    yield* scopesOfQuery(query);
  }
}

function* scopesOfQuery({ ctes, parts }: QueryScopes): Generator<Scope> {
  yield* scopesOfCtes(ctes);
  for (const part of parts) {
    yield* isQuery(part) ? scopesOfQuery(part) : scopesWithin(part);
  }
}

function* scopesOfCtes(ctes: readonly CteScopes[]): Generator<Scope> {
  for (const { query } of ctes) {
    yield* scopesOfQuery(query);
  }
}

function* scopesWithin(scope: Scope): Generator<Scope> {
  yield scope;
  for (const source of scope.sources) {
    if (source.kind === "query") {
      yield* scopesOfQuery(source.query);
    }
  }
  for (const use of scope.uses) {
    if (use.kind === "query") {
      yield* scopesOfQuery(use.query);
    }
  }
}

/** Every table that a statement reads from, by a name that is no common table expression. */
export function* tablesRead(statement: StatementScopes): Generator<TableSource> {
  const written = new Set<Source>(statement.writes.map(({ target }) => target));
  for (const scope of scopesOf(statement)) {
    for (const source of scope.sources) {
      if (isTableOfSchema(source) && !written.has(source)) {
        yield source;
      }
    }
  }
}

/** The tables that a statement names, those it writes among them. */
export function* tablesNamed(statement: StatementScopes): Generator<TableSource> {
  for (const { target } of statement.writes) {
    yield target;
  }
  yield* tablesRead(statement);
}

function isTableOfSchema(source: Source): source is TableSource {
  return source.kind === "table" && source.cte === undefined;
}
