import { findBuiltInFunction, findPlaceholderFunction } from "../syntax/functions.ts";
import { isForeignAggregate } from "../syntax/keywords.ts";
import type { ParsedStatementText } from "../syntax/query-document.ts";
import { findTimeColumnName } from "../syntax/time-column.ts";
import type { Expression, Predicate, Query } from "../syntax/tree.ts";
import { expressionsOf, predicatesOf } from "../syntax/walk.ts";

/** Path as written: a list of one or more names. */
export type PathSegments = readonly string[];

/** Text that a query compares with an attribute. It is a member if the attribute is a dimension. */
interface WrittenMember {
  readonly path: PathSegments;
  readonly text: string;
}

/** Names in a query that must be looked up before the query can be checked. */
export interface NamesInQuery {
  /** Name of the FROM object; undefined if FROM is missing or is not a single name. */
  readonly from: string | undefined;
  /** Paths in the query, except the time column and paths in invalid syntax, which the parser has already reported. */
  readonly paths: readonly PathSegments[];
  /** Labels written without AS and quotes. They may be columns after a forgotten comma. */
  readonly labels: readonly string[];
  /** Names of called metrics: all calls except those of built-in functions. */
  readonly metrics: readonly string[];
  /** Names in SQL aggregates such as `AVG(...)`, for which messages suggest a metric. */
  readonly aggregated: readonly string[];
  readonly members: readonly WrittenMember[];
}

const remembered = new WeakMap<ParsedStatementText, { timeColumn: string; queries: readonly NamesInQuery[] }>();

/** Returns the names in each query of a document part. The result is cached by part. */
export function namesByQuery(part: ParsedStatementText, timeColumn: string): readonly NamesInQuery[] {
  const known = remembered.get(part);
  if (known?.timeColumn === timeColumn) {
    return known.queries;
  }
  const queries = part.statements
    .filter((statement) => statement.kind === "query")
    .map((query) => namesOfQuery(query, timeColumn));
  remembered.set(part, { timeColumn, queries });
  return queries;
}

function namesOfQuery(query: Query, timeColumn: string): NamesInQuery {
  const names = new NameList(timeColumn);
  for (const { expression } of query.items) {
    names.addItem(expression);
  }
  const predicates = query.where ? predicatesOf(query.where.condition) : [];
  for (const { predicate } of predicates) {
    names.addPredicate(predicate);
  }
  const { from } = query;
  const [object, ...rest] = from?.object.kind === "path" ? from.object.segments : [];
  const labels = query.items.flatMap(({ label }) => (label && !label.as && !label.isQuoted ? [label.value] : []));
  return {
    from: rest.length === 0 && object?.text !== "" ? object?.text : undefined,
    paths: distinct(names.paths),
    labels,
    metrics: [...new Set(names.metrics)],
    aggregated: names.aggregated,
    members: names.members,
  };
}

class NameList {
  readonly paths: PathSegments[] = [];
  readonly metrics: string[] = [];
  readonly aggregated: string[] = [];
  readonly members: WrittenMember[] = [];
  readonly #timeColumn: string;

  constructor(timeColumn: string) {
    this.#timeColumn = timeColumn;
  }

  addItem(expression: Expression): void {
    if (expression.kind === "call") {
      const name = expression.name.text;
      if (isForeignAggregate(name)) {
        const arguments_ = expression.arguments.map(({ value }) => this.#pathOf(value)?.at(-1));
        this.aggregated.push(...arguments_.filter((text) => text !== undefined));
      }
      if (!findBuiltInFunction(name) && !findPlaceholderFunction(name)) {
        this.metrics.push(name);
      }
      for (const { value } of expression.arguments) {
        this.#addPath(value);
      }
    } else if (expression.kind === "unsupported") {
      expression.parts.forEach((part) => {
        this.addItem(part);
      });
    } else {
      this.#addPath(expression);
    }
  }

  addPredicate(predicate: Predicate): void {
    const [left, ...values] = expressionsOf(predicate);
    if (!left) {
      return;
    }
    const path = this.#addPath(left);
    for (const value of values) {
      if (value.kind === "string" && path) {
        this.members.push({ path, text: value.value });
      }
    }
  }

  #addPath(expression: Expression): PathSegments | undefined {
    const path = this.#pathOf(expression);
    if (path) {
      this.paths.push(path);
    }
    return path;
  }

  #pathOf(expression: Expression): PathSegments | undefined {
    if (expression.kind !== "path" || findTimeColumnName(expression, this.#timeColumn)) {
      return undefined;
    }
    const texts = expression.segments.map(({ text }) => text);
    return texts.includes("") ? undefined : texts;
  }
}

function distinct(paths: readonly PathSegments[]): PathSegments[] {
  return [...new Map(paths.map((path) => [path.join("."), path])).values()];
}
