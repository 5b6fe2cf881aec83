import {
  type AggregateAnswer,
  type Arrangements,
  aggregateCells,
  aggregateTable,
  type JsonParts,
} from "./aggregate.ts";
import { bindColumns } from "./columns.ts";
import type { Periods } from "./intervals.ts";
import { listTable, snapshotTable } from "./list.ts";
import type { AggregateOptions, ListOptions } from "./options.ts";
import { parseQuery } from "./parse-query.ts";
import { type Rules, specifiedRules } from "./rules.ts";
import { splitTime } from "./split-time.ts";
import type { Table } from "./table.ts";
import type { Workforce } from "./workforce.ts";

/** The options beside a query's text; those of the other kind are ignored (sql-like-language 4.2). */
export interface QueryOptions {
  readonly aggregateQueryOptions?: AggregateOptions;
  readonly listQueryOptions?: ListOptions;
  /** Of an aggregate; a text has none, the JSON request has them. */
  readonly arrangements?: Arrangements;
}

/** The answer that a query's text must get. Throws on a text that has no answer. */
export function evaluateQuery(
  workforce: Workforce,
  text: string,
  { aggregateQueryOptions = {}, listQueryOptions = {}, arrangements = [] }: QueryOptions = {},
  rules: Rules = specifiedRules,
): Table {
  const parsed = parseQuery(text);
  const query = bindColumns(parsed, workforce.model);
  const where = splitTime(parsed.where);
  return query.kind === "aggregate"
    ? aggregateTable(workforce, query, where, aggregateQueryOptions, rules, arrangements)
    : listTable(workforce, query, where, listQueryOptions, rules);
}

/** The answer to a snapshot query over the columns and filters of a list's text, whose own range does not matter. */
export function evaluateSnapshot(
  workforce: Workforce,
  text: string,
  periods: Periods,
  options: ListOptions = {},
  rules: Rules = specifiedRules,
): Table {
  const parsed = parseQuery(text);
  const { filters } = splitTime(parsed.where);
  return snapshotTable(workforce, bindColumns(parsed, workforce.model), filters, periods, options, rules);
}

/** The cells of an aggregate, with their support. */
export function evaluateCells(
  workforce: Workforce,
  text: string,
  options: AggregateOptions = {},
  arrangements: Arrangements = [],
  parts: JsonParts = {},
): AggregateAnswer {
  const parsed = parseQuery(text);
  const query = bindColumns(parsed, workforce.model);
  return aggregateCells(workforce, query, splitTime(parsed.where), options, specifiedRules, arrangements, parts);
}
