import { findFunction, findPlaceholder } from "../syntax/functions.ts";
import { isForeignAggregate } from "../syntax/keywords.ts";
import type { QueryPart } from "../syntax/query-document.ts";
import { timeColumnName } from "../syntax/time-column.ts";
import type { Expression, Predicate, Query } from "../syntax/tree.ts";
import { expressionsOf, predicatesOf } from "../syntax/walk.ts";

/** Path as written: a list of one or more names. */
export type WrittenPath = readonly string[];

/** Text that a query compares with an attribute. It is a member if the attribute is a dimension. */
interface WrittenMember {
  readonly path: WrittenPath;
  readonly text: string;
}

/** Names in a query that must be looked up before the query can be checked. */
export interface NamedQuery {
  /** Name of the FROM object; undefined if FROM is missing or is not a single name. */
  readonly from: string | undefined;
  /** Paths in the query, except the time column and paths in invalid syntax, which the parser has already reported. */
  readonly paths: readonly WrittenPath[];
  /** Labels written without AS and quotes. They may be columns after a forgotten comma. */
  readonly labels: readonly string[];
  /** Names of called metrics: all calls except those of built-in functions. */
  readonly metrics: readonly string[];
  /** Names in SQL aggregates such as `AVG(...)`, for which messages suggest a metric. */
  readonly aggregated: readonly string[];
  readonly members: readonly WrittenMember[];
}

const remembered = new WeakMap<QueryPart, { timeColumn: string; queries: readonly NamedQuery[] }>();

/** Returns the names in each query of a document part. The result is cached by part. */
export function namesOfPart(part: QueryPart, timeColumn: string): readonly NamedQuery[] {
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

function namesOfQuery(query: Query, timeColumn: string): NamedQuery {
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
  readonly paths: WrittenPath[] = [];
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
      if (!findFunction(name) && !findPlaceholder(name)) {
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

  #addPath(expression: Expression): WrittenPath | undefined {
    const path = this.#pathOf(expression);
    if (path) {
      this.paths.push(path);
    }
    return path;
  }

  #pathOf(expression: Expression): WrittenPath | undefined {
    if (expression.kind !== "path" || timeColumnName(expression, this.#timeColumn)) {
      return undefined;
    }
    const texts = expression.segments.map(({ text }) => text);
    return texts.includes("") ? undefined : texts;
  }
}

function distinct(paths: readonly WrittenPath[]): WrittenPath[] {
  return [...new Map(paths.map((path) => [path.join("."), path])).values()];
}
