import type { Span } from "../../../../languages/core/text/span.ts";
import type { EvaluationFrequency } from "../functions/statement-budget.ts";
import { createArrayType, type DataType, formatSparkType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import { quoteText, type TranslatedValue } from "../types/value.ts";

/** A column that a name can refer to. */
export interface VisibleColumn {
  readonly name: string;
  /** Name or alias of the column's relation. Undefined for a column that cannot be qualified. */
  readonly qualifier: string | undefined;
  readonly sql: string;
  readonly type: DataType;
  /**
   * Whether a name must be qualified to refer to the column, because a join with USING or NATURAL merged it with
   * another column.
   */
  readonly isHidden?: boolean;
}

/** Evaluation frequency of the body of a lambda. */
type LambdaPlace = Pick<EvaluationFrequency, "isPerRow" | "repetition">;

/** Names that are visible at an offset of a statement, including those of enclosing queries. */
export class NameScope {
  readonly columns: readonly VisibleColumn[];
  readonly #parent: NameScope | undefined;
  /** Aliases of the SELECT list. They take precedence over columns in HAVING and ORDER BY only. */
  readonly #aliases: ReadonlyMap<string, TranslatedValue>;
  readonly #areAliasesFirst: boolean;
  readonly #lambda: LambdaPlace | undefined;

  constructor(
    columns: readonly VisibleColumn[],
    parent?: NameScope,
    options: {
      readonly aliases?: ReadonlyMap<string, TranslatedValue>;
      readonly areAliasesFirst?: boolean;
      readonly lambda?: LambdaPlace;
    } = {},
  ) {
    this.columns = columns;
    this.#parent = parent;
    this.#aliases = options.aliases ?? new Map();
    this.#areAliasesFirst = options.areAliasesFirst ?? false;
    this.#lambda = options.lambda;
  }

  get parent(): NameScope | undefined {
    return this.#parent;
  }

  /** The innermost lambda around this scope. Undefined outside of lambdas. */
  get lambda(): LambdaPlace | undefined {
    return this.#lambda ?? this.#parent?.lambda;
  }

  withAliases(aliases: ReadonlyMap<string, TranslatedValue>, areAliasesFirst: boolean): NameScope {
    return new NameScope(this.columns, this.#parent, { aliases, areAliasesFirst });
  }

  /** Returns a scope for the body of a lambda, whose parameters hide other names. */
  withParameters(parameters: readonly VisibleColumn[], lambda: LambdaPlace): NameScope {
    return new NameScope(parameters, this, { lambda });
  }

  /** Finds the column or parameter that a name refers to. Throws SparkSqlError for an unknown or ambiguous name. */
  resolve(path: readonly string[], span: Span): TranslatedValue {
    const found = this.#findValue(path, span);
    if (found) {
      return found;
    }
    const names = [...new Set(this.#visibleColumns().map(({ name }) => name))];
    const available = names.length > 0 ? ` Columns: ${names.slice(0, 20).join(", ")}.` : "";
    throw new SparkSqlError(`There is no column ${path.join(".")} here.${available}`, span.start, span.end);
  }

  /** Like `resolve`, but returns undefined for a name that is unknown in this and all enclosing scopes. */
  tryResolve(path: readonly string[], span: Span): TranslatedValue | undefined {
    return this.#findValue(path, span);
  }

  /** Whether a name is a column of this scope itself, not of an enclosing scope. */
  has(path: readonly string[], span: Span): boolean {
    return this.#findLocal(path, span) !== undefined;
  }

  #visibleColumns(): readonly VisibleColumn[] {
    return this.#lambda ? [...this.columns, ...(this.#parent?.columns ?? [])] : this.columns;
  }

  #findValue(path: readonly string[], span: Span): TranslatedValue | undefined {
    const alias = path.length > 0 ? this.#aliases.get(path[0]?.toLowerCase() ?? "") : undefined;
    const findLocal = this.#findLocal(path, span);
    const first = this.#areAliasesFirst && alias ? withFields(alias, path.slice(1), span) : findLocal;
    return (
      first ?? (alias ? withFields(alias, path.slice(1), span) : undefined) ?? this.#parent?.tryResolve(path, span)
    );
  }

  #findLocal(path: readonly string[], span: Span): TranslatedValue | undefined {
    const [first = "", second] = path.map((part) => part.toLowerCase());
    if (second !== undefined) {
      const qualified = this.columns.filter(
        (column) => column.qualifier?.toLowerCase() === first && column.name.toLowerCase() === second,
      );
      const value = this.#singleColumn(qualified, path, span);
      if (value) {
        return withFields(value, path.slice(2), span);
      }
    }
    const bare = this.columns.filter((column) => !column.isHidden && column.name.toLowerCase() === first);
    const value = this.#singleColumn(bare, path, span);
    return value && withFields(value, path.slice(1), span);
  }

  #singleColumn(found: readonly VisibleColumn[], path: readonly string[], span: Span): TranslatedValue | undefined {
    const [column] = found;
    if (found.length > 1) {
      const candidates = found.map(({ qualifier, name }) => (qualifier ? `${qualifier}.${name}` : name)).join(", ");
      const problem = `The column ${path.join(".")} is ambiguous: it can be ${candidates}. Qualify it with the name of its relation.`;
      throw new SparkSqlError(problem, span.start, span.end);
    }
    return column && { sql: column.sql, type: column.type, name: column.name };
  }
}

function withFields(value: TranslatedValue, names: readonly string[], span: Span): TranslatedValue {
  return names.reduce((inner, name) => translateFieldAccess(inner, name, span), value);
}

/**
 * Translates the access to a field of a struct, to the field of each struct in an array, or to the value of a map's
 * key.
 */
export function translateFieldAccess(value: TranslatedValue, name: string, span: Span): TranslatedValue {
  const { type, sql } = value;
  if (type.kind === "map") {
    return { sql: `map_extract_value(${sql}, ${quoteText(name)})`, type: type.value, name };
  }
  if (type.kind === "array" && type.element.kind === "struct") {
    const inner = translateFieldAccess({ sql: '"el"', type: type.element, name }, name, span);
    return {
      sql: `list_transform(${sql}, lambda "el": ${inner.sql})`,
      type: createArrayType(inner.type),
      name: inner.name,
    };
  }
  const field =
    type.kind === "struct" ? type.fields.find((one) => one.name.toLowerCase() === name.toLowerCase()) : undefined;
  if (!field) {
    throw new SparkSqlError(
      `${value.name} has no field ${name}; its type is ${shortTypeText(type)}.`,
      span.start,
      span.end,
    );
  }
  return { sql: `(${sql})."${field.name.replaceAll('"', '""')}"`, type: field.type, name: field.name };
}

function shortTypeText(type: DataType): string {
  const text = formatSparkType(type);
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
