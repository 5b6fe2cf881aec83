import type { Span } from "../../../../languages/core/text/span.ts";
import type { DataType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import type { Value } from "../types/value.ts";
import { fieldOf } from "./field-value.ts";

/** A column that names may mean. */
export interface VisibleColumn {
  readonly name: string;
  /** The relation that it belongs to. */
  readonly qualifier: string | undefined;
  readonly sql: string;
  readonly type: DataType;
  /** Reached with its relation's name only: the other side of a column that a join merges. */
  readonly isHidden?: boolean;
}

/** What names mean at one place of a statement; places within a query within see those around it. */
export class NameScope {
  readonly columns: readonly VisibleColumn[];
  readonly #parent: NameScope | undefined;
  /** Aliases of the SELECT list: before the columns in HAVING and ORDER BY, behind them elsewhere. */
  readonly #aliases: ReadonlyMap<string, Value>;
  readonly #areAliasesFirst: boolean;
  readonly #isLambda: boolean;

  constructor(
    columns: readonly VisibleColumn[],
    parent?: NameScope,
    options: {
      readonly aliases?: ReadonlyMap<string, Value>;
      readonly areAliasesFirst?: boolean;
      readonly isLambda?: boolean;
    } = {},
  ) {
    this.columns = columns;
    this.#parent = parent;
    this.#aliases = options.aliases ?? new Map();
    this.#areAliasesFirst = options.areAliasesFirst ?? false;
    this.#isLambda = options.isLambda ?? false;
  }

  get parent(): NameScope | undefined {
    return this.#parent;
  }

  /** Whether names stand in the body of a lambda. */
  get isInLambda(): boolean {
    return this.#isLambda || this.#parent?.isInLambda === true;
  }

  withAliases(aliases: ReadonlyMap<string, Value>, areAliasesFirst: boolean): NameScope {
    return new NameScope(this.columns, this.#parent, { aliases, areAliasesFirst });
  }

  /** A scope in which the parameters of a lambda hide what is called like them. */
  withParameters(parameters: readonly VisibleColumn[]): NameScope {
    return new NameScope(parameters, this, { isLambda: true });
  }

  resolve(path: readonly string[], place: Span): Value {
    const found = this.#find(path, place);
    if (found) {
      return found;
    }
    const names = [...new Set(this.#all().map(({ name }) => name))];
    const known = names.length > 0 ? ` There is ${names.slice(0, 20).join(", ")}.` : "";
    throw new SparkSqlError(`There is no column ${path.join(".")} here.${known}`, place.start, place.end);
  }

  /** As `resolve`, nothing where no scope around knows the name. */
  tryResolve(path: readonly string[], place: Span): Value | undefined {
    return this.#find(path, place);
  }

  has(path: readonly string[], place: Span): boolean {
    return this.#own(path, place) !== undefined;
  }

  #all(): readonly VisibleColumn[] {
    return this.#isLambda ? [...this.columns, ...(this.#parent?.columns ?? [])] : this.columns;
  }

  #find(path: readonly string[], place: Span): Value | undefined {
    const alias = path.length > 0 ? this.#aliases.get(path[0]?.toLowerCase() ?? "") : undefined;
    const own = this.#own(path, place);
    const first = this.#areAliasesFirst && alias ? withFields(alias, path.slice(1), place) : own;
    return (
      first ?? (alias ? withFields(alias, path.slice(1), place) : undefined) ?? this.#parent?.tryResolve(path, place)
    );
  }

  #own(path: readonly string[], place: Span): Value | undefined {
    const [first = "", second] = path.map((part) => part.toLowerCase());
    if (second !== undefined) {
      const qualified = this.columns.filter(
        (column) => column.qualifier?.toLowerCase() === first && column.name.toLowerCase() === second,
      );
      const value = this.#only(qualified, path, place);
      if (value) {
        return withFields(value, path.slice(2), place);
      }
    }
    const bare = this.columns.filter((column) => !column.isHidden && column.name.toLowerCase() === first);
    const value = this.#only(bare, path, place);
    return value && withFields(value, path.slice(1), place);
  }

  #only(found: readonly VisibleColumn[], path: readonly string[], place: Span): Value | undefined {
    const [column] = found;
    if (found.length > 1) {
      const owners = found.map(({ qualifier, name }) => (qualifier ? `${qualifier}.${name}` : name)).join(", ");
      const problem = `The column ${path.join(".")} may be ${owners}; write the relation before it.`;
      throw new SparkSqlError(problem, place.start, place.end);
    }
    return column && { sql: column.sql, type: column.type, name: column.name };
  }
}

function withFields(value: Value, names: readonly string[], place: Span): Value {
  return names.reduce((inner, name) => fieldOf(inner, name, place), value);
}
