import type {
  Expression,
  GroupBy,
  Select,
  SelectItem,
  SortItem,
  Star,
} from "../../../../languages/table-sql/syntax.ts";
import { NameScope } from "../expressions/name-scope.ts";
import { buildBooleanSql } from "../expressions/operator-value.ts";
import { readSortOrdinal, translateSortOrder } from "../expressions/sort-sql.ts";
import { type ExpressionContext, translateExpression } from "../expressions/translate-expression.ts";
import { duckDbTypeOf, voidType } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import type { TranslatedValue } from "../types/value.ts";
import { isGeneratorFunction, isOuterGenerator, joinGeneratedSql, translateGenerator } from "./generator.ts";
import {
  createExpressionContext,
  makeNamesUnique,
  type QueryContext,
  type QuerySql,
  quoteName,
  type RelationSql,
} from "./query-context.ts";
import { translateRelation } from "./translate-relation.ts";

/** An expression of the SELECT list with the name of its column. */
interface Item {
  readonly value: TranslatedValue;
  readonly name: string;
  readonly hasAggregate: boolean;
}

/** Translates a SELECT together with its ORDER BY. Throws SparkSqlError. */
export function translateSelect(select: Select, orderBy: readonly SortItem[], context: QueryContext): QuerySql {
  const translation = new SelectTranslation(select, context);
  return translation.translate(orderBy);
}

/** Returns the name of a column without an alias; a cast of a column has the column's name. */
function columnName(tree: Expression, value: TranslatedValue): string {
  const inner = tree.kind === "cast" ? tree.value : undefined;
  const name = inner?.kind === "column" ? inner.path.at(-1) : inner?.kind === "field" ? inner.name : undefined;
  return name ?? value.name;
}

class SelectTranslation {
  readonly #select: Select;
  readonly #context: QueryContext;
  #from: RelationSql | undefined;
  readonly #items: Item[] = [];
  readonly #aliases = new Map<string, TranslatedValue>();
  #groups: readonly string[] = [];
  #aggregates = 0;

  constructor(select: Select, context: QueryContext) {
    this.#select = select;
    this.#context = context;
    this.#from = select.from && translateRelation(select.from, context);
  }

  translate(orderBy: readonly SortItem[]): QuerySql {
    const { groupBy, where, having, isDistinct, items } = this.#select;
    // GROUP BY comes first, because grouping_id() in the SELECT list depends on it; it looks up aliases in the list
    // itself.
    const keys = groupBy && this.#groupKeys(groupBy);
    for (const item of items) {
      this.#addItem(item);
    }
    const condition = where && buildBooleanSql(this.#value(where, this.#scope()), where);
    const group = groupBy ? ` GROUP BY ${this.#groupSql(groupBy, keys ?? [])}` : "";
    const aliasScope = this.#scope().withAliases(this.#aliases, true);
    const filter = having && buildBooleanSql(this.#value(having, aliasScope), having);
    const order = orderBy.map((item) => this.#orderItem(item, aliasScope));
    const names = makeNamesUnique(this.#items.map(({ name }) => name));
    const list = this.#items.map(({ value }, index) => `${value.sql} AS ${quoteName(names[index] ?? "")}`);
    const source = [this.#from ? ` FROM ${this.#from.sql}` : "", condition ? ` WHERE ${condition}` : "", group].join(
      "",
    );
    const columns = this.#items.map(({ value, name }, index) => ({
      name,
      sqlName: names[index] ?? name,
      type: value.type,
    }));
    const keyword = isDistinct ? "SELECT DISTINCT" : "SELECT";
    const isGrouped = groupBy !== undefined || this.#aggregates > 0;
    if (isGrouped && [filter, ...order.map(({ sql }) => sql)].some((sql) => sql?.includes("lambda "))) {
      return { sql: this.#selectFromGrouped(keyword, list, names, source, filter, order), columns };
    }
    const end = order.length > 0 ? ` ORDER BY ${order.map((item) => `${item.sql} ${item.order}`).join(", ")}` : "";
    return { sql: `${keyword} ${list.join(", ")}${source}${filter ? ` HAVING ${filter}` : ""}${end}`, columns };
  }

  /**
   * Returns a SELECT from a grouped subquery, which computes the expressions of HAVING and ORDER BY as hidden columns,
   * because DuckDB does not support lambdas over aggregates in these clauses.
   */
  #selectFromGrouped(
    keyword: string,
    list: readonly string[],
    names: readonly string[],
    source: string,
    filter: string | undefined,
    order: readonly { readonly sql: string; readonly order: string }[],
  ): string {
    if (filter && list.some((sql) => sql.includes(" OVER ("))) {
      const problem =
        "This HAVING together with window functions is not available in the embedded engine; aggregate in a query in FROM.";
      throw new SparkSqlError(
        problem,
        this.#select.having?.start ?? this.#select.start,
        this.#select.having?.end ?? this.#select.end,
      );
    }
    const alias = this.#context.translation.uniqueAlias("grouped");
    const isOrdinal = (sql: string) => /^\d+$/.test(sql);
    const hidden = [
      ...(filter ? [`${filter} AS "having#"`] : []),
      ...order.flatMap(({ sql }, index) => (isOrdinal(sql) ? [] : [`${sql} AS "order#${index}"`])),
    ];
    const sortItems = order.map(
      (item, index) => `${isOrdinal(item.sql) ? item.sql : `${alias}."order#${index}"`} ${item.order}`,
    );
    return [
      `${keyword} ${names.map((name) => `${alias}.${quoteName(name)}`).join(", ")}`,
      ` FROM (SELECT ${[...list, ...hidden].join(", ")}${source}) AS ${alias}`,
      filter ? ` WHERE ${alias}."having#"` : "",
      sortItems.length > 0 ? ` ORDER BY ${sortItems.join(", ")}` : "",
    ].join("");
  }

  #scope(): NameScope {
    return new NameScope(this.#from?.columns ?? [], this.#context.outer);
  }

  #expressions(scope: NameScope): ExpressionContext {
    return createExpressionContext(scope, this.#context, {
      windows: new Map(this.#select.windows.map(({ name, window }) => [name.toLowerCase(), window])),
      groups: this.#groups,
      onAggregate: () => {
        this.#aggregates++;
      },
    });
  }

  #value(tree: Expression, scope: NameScope): TranslatedValue {
    return translateExpression(tree, this.#expressions(scope));
  }

  #addItem(item: SelectItem): void {
    const { expression, aliases } = item;
    if (expression.kind === "star") {
      this.#addStar(expression);
      return;
    }
    if (expression.kind === "field" || expression.kind !== "call" || !isGeneratorFunction(expression.name)) {
      const before = this.#aggregates;
      const value = this.#value(expression, this.#scope().withAliases(this.#aliases, false));
      this.#push(
        { value, name: aliases[0] ?? columnName(expression, value), hasAggregate: this.#aggregates > before },
        aliases.length > 0,
      );
      return;
    }
    this.#addGenerator(item);
  }

  #push(item: Item, isAliased: boolean): void {
    this.#items.push(item);
    if (isAliased) {
      this.#aliases.set(item.name.toLowerCase(), item.value);
    }
  }

  #addStar(star: Star): void {
    const qualifier = star.path.at(-1)?.toLowerCase();
    const columns = (this.#from?.columns ?? []).filter((column) =>
      qualifier === undefined ? !column.isHidden : column.qualifier?.toLowerCase() === qualifier,
    );
    if (columns.length === 0 && qualifier !== undefined) {
      this.#addStruct(star);
      return;
    }
    if (columns.length === 0) {
      throw new SparkSqlError("* matches no columns here.", star.start, star.end);
    }
    for (const { sql, type, name } of columns) {
      this.#push({ value: { sql, type, name }, name, hasAggregate: false }, false);
    }
  }

  /** Adds the fields of a struct column, such as `address.*`. */
  #addStruct(star: Star): void {
    const value = this.#scope().resolve(star.path, star);
    if (value.type.kind !== "struct") {
      throw new SparkSqlError(`${star.path.join(".")} is neither a relation nor a struct.`, star.start, star.end);
    }
    for (const { name, type } of value.type.fields) {
      const field = { sql: `(${value.sql}).${quoteName(name)}`, type, name };
      this.#push({ value: field, name, hasAggregate: false }, false);
    }
  }

  /** Joins the rows of a generator with those of FROM. */
  #addGenerator({ expression, aliases }: SelectItem): void {
    if (expression.kind !== "call") {
      return;
    }
    const before = this.#aggregates;
    const generated = translateGenerator(
      expression,
      aliases,
      this.#expressions(this.#scope()),
      this.#context.translation,
    );
    if (this.#aggregates > before || this.#select.groupBy) {
      const problem = `${expression.name} together with aggregates or GROUP BY is not available in the embedded engine; aggregate in a query in FROM.`;
      throw new SparkSqlError(problem, expression.start, expression.end);
    }
    const sql = joinGeneratedSql(this.#from?.sql, generated.sql, isOuterGenerator(expression.name));
    this.#from = { sql, columns: this.#from?.columns ?? [] };
    for (const { sql: value, type, name } of generated.columns) {
      this.#push({ value: { sql: value, type, name }, name, hasAggregate: false }, true);
    }
  }

  #groupKeys(groupBy: GroupBy): readonly string[] {
    const all = [...groupBy.expressions, ...groupBy.sets.flat()];
    const keys = [...new Set(all.map((tree) => this.#groupKey(tree)))];
    this.#groups = keys;
    return keys;
  }

  /**
   * Returns SQL of an item of GROUP BY: the number of a column in the SELECT list, a column, an alias or an expression.
   */
  #groupKey(tree: Expression): string {
    const item =
      tree.kind === "literal" && tree.type === "number" ? this.#itemAt(tree.text, tree) : this.#aliasedExpression(tree);
    const { sql, type } = this.#value(item ?? tree, this.#scope());
    // DuckDB would read a plain number as the position of a column.
    return /^-?\d+$/.test(sql) ? `CAST(${sql} AS ${duckDbTypeOf(type)})` : sql;
  }

  #itemAt(text: string, tree: Expression): Expression {
    const { items } = this.#select;
    const hasStar = items.some(({ expression }) => expression.kind === "star");
    const expression = hasStar ? undefined : items[Number(text) - 1]?.expression;
    if (!expression) {
      const problem = `GROUP BY ${text}: the SELECT list has no expression at this position.`;
      throw new SparkSqlError(problem, tree.start, tree.end);
    }
    return expression;
  }

  #aliasedExpression(tree: Expression): Expression | undefined {
    if (tree.kind !== "column" || tree.path.length !== 1 || this.#scope().has(tree.path, tree)) {
      return undefined;
    }
    const name = tree.path[0]?.toLowerCase();
    return this.#select.items.find(({ aliases }) => aliases[0]?.toLowerCase() === name)?.expression;
  }

  #groupSql(groupBy: GroupBy, keys: readonly string[]): string {
    switch (groupBy.kind) {
      case "all": {
        const plain = this.#items.filter(({ hasAggregate }) => !hasAggregate).map(({ value }) => value.sql);
        return plain.length > 0 ? plain.join(", ") : "()";
      }
      case "mixed":
        throw new SparkSqlError(
          "GROUP BY with several of ROLLUP, CUBE and GROUPING SETS is not available in the embedded engine; use one GROUPING SETS.",
          this.#select.start,
          this.#select.end,
        );
      case "rollup":
        return `ROLLUP (${keys.join(", ")})`;
      case "cube":
        return `CUBE (${keys.join(", ")})`;
      case "sets": {
        const sets = groupBy.sets.map((set) => `(${set.map((tree) => this.#groupKey(tree)).join(", ")})`);
        return `GROUPING SETS (${sets.join(", ")})`;
      }
      default:
        return keys.join(", ");
    }
  }

  #orderItem(item: SortItem, scope: NameScope): { readonly sql: string; readonly order: string } {
    const ordinal = readSortOrdinal(item, this.#items.length);
    if (ordinal !== undefined) {
      return {
        sql: String(ordinal),
        order: translateSortOrder(item, this.#items[ordinal - 1]?.value.type ?? voidType),
      };
    }
    const value = this.#value(item.expression, scope);
    const index = this.#items.findIndex((one) => one.value.sql === value.sql);
    // Order by position if possible, because DuckDB needs it with DISTINCT and window functions.
    return { sql: index >= 0 ? String(index + 1) : value.sql, order: translateSortOrder(item, value.type) };
  }
}
