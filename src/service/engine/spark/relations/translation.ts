import type { Span } from "../../../../languages/core/text/span.ts";
import { type DataType, readType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import type { ScopeRelation, SparkScope } from "../types/translated-statement.ts";

export interface TypedColumn {
  readonly name: string;
  readonly type: DataType;
}

/** What one statement's translation keeps: the relations in reach, those read, and names that are taken. */
export class Translation {
  readonly #tables: ReadonlyMap<string, ScopeRelation>;
  readonly #reads = new Set<string>();
  #aliases = 0;

  constructor(scope: SparkScope) {
    this.#tables = new Map(scope.tables.map((table) => [table.name.toLowerCase(), table]));
  }

  get reads(): readonly string[] {
    return [...this.#reads];
  }

  /** A name that no relation and no other alias of the statement has. */
  alias(name: string): string {
    return quoteName(`${name}#${++this.#aliases}`);
  }

  table(path: readonly string[], place: Span): ScopeRelation {
    const table = path.length === 1 ? this.#tables.get((path[0] ?? "").toLowerCase()) : undefined;
    if (!table) {
      const names = [...this.#tables.values()].map(({ name }) => name);
      const known = names.length > 0 ? ` In reach are ${names.slice(0, 20).join(", ")}.` : "";
      throw new SparkSqlError(`There is no table or input ${path.join(".")}.${known}`, place.start, place.end);
    }
    return table;
  }

  noteRead(table: ScopeRelation): void {
    this.#reads.add(table.name);
  }
}

/** The columns of a relation with their types; JSON counts as text. */
export function columnsOf(table: ScopeRelation): readonly (TypedColumn & { readonly isJson: boolean })[] {
  return table.columns.map(({ name, type }) => ({
    name,
    type: readType(type, { start: 0, end: 0 }),
    isJson: type.toLowerCase() === "json",
  }));
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Names that differ whatever the case of letters, for columns of a query that Spark lets share a name. */
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
