import type { Span } from "../../core/text/span.ts";
import { commentBeforeStatement } from "../../core/text/statements.ts";
import type { DocumentStatement, ParsedStatementText } from "../syntax/query-document.ts";
import { isMetricCall, queryKind } from "../syntax/query-kind.ts";
import type { Condition, Expression, Query, SelectItem, Statement } from "../syntax/tree.ts";
import { pathTextOf } from "../syntax/walk.ts";

/**
 * Entry of a document's outline. Its span contains that of `name`; offsets count from the start of the document part.
 */
export interface OutlineEntry extends Span {
  readonly kind: "aggregate" | "list" | "shell" | "clause" | "object" | "metric" | "column" | "condition";
  /** Title of the outline entry. Never empty. */
  readonly title: string;
  /** Additional description of the outline entry. */
  readonly detail: string;
  readonly name: Span;
  readonly children: readonly OutlineEntry[];
}

const longestTitle = 80;

const remembered = new WeakMap<
  ParsedStatementText,
  { readonly isFirst: boolean; readonly entries: readonly OutlineEntry[] }
>();

/**
 * Returns the outline of a document part: its statements with their clauses and items. A statement is named by the
 * comment before it, else by its kind. The result is cached, since editors request the outline after each edit.
 */
export function outlineOf(placed: DocumentStatement): readonly OutlineEntry[] {
  const isFirst = placed.start === 0;
  const known = remembered.get(placed.part);
  if (known?.isFirst === isFirst) {
    return known.entries;
  }
  const entries = readOutline(placed);
  remembered.set(placed.part, { isFirst, entries });
  return entries;
}

function readOutline(placed: DocumentStatement): OutlineEntry[] {
  const { text, statements } = placed.part;
  return statements
    .filter(({ kind }) => kind !== "unknownStatement")
    .map((statement) => {
      const given = givenTitle(placed, statement);
      const { start, end } = statement;
      return {
        kind: statement.kind === "query" ? queryKind(statement) : "shell",
        title: given ?? plainTitle(statement),
        detail: given === undefined ? "" : plainTitle(statement),
        start,
        end,
        name: nameOf(statement),
        children: statement.kind === "query" ? clausesOf(statement, text) : [],
      };
    });
}

function nameOf(statement: Statement): Span {
  return statement.kind === "query" ? statement.select : { start: statement.start, end: statement.end };
}

function clausesOf(query: Query, text: string): OutlineEntry[] {
  const { select, items, from, where } = query;
  const columns = items.flatMap((item) => itemOf(item, text));
  const clauses: OutlineEntry[] = [
    {
      kind: "clause",
      title: "SELECT",
      detail: columns.map(({ title }) => title).join(", "),
      start: select.start,
      end: Math.max(select.end, items.at(-1)?.end ?? 0),
      name: select,
      children: columns,
    },
  ];
  const object = fromObjectTextOf(query);
  if (from && object !== undefined) {
    const { start, end } = from;
    clauses.push({ kind: "object", title: "FROM", detail: object, start, end, name: from.object, children: [] });
  }
  if (where) {
    const { start, end, keyword, condition } = where;
    const children = operandsOf(condition).flatMap((operand) => entryOf(operand, "condition", text));
    clauses.push({ kind: "clause", title: "WHERE", detail: "", start, end, name: keyword, children });
  }
  return clauses;
}

function operandsOf(condition: Condition): readonly Condition[] {
  return condition.kind === "and" || condition.kind === "or" ? condition.operands : [condition];
}

function itemOf({ start, end, expression, label }: SelectItem, text: string): OutlineEntry[] {
  const kind = expression.kind === "call" && isMetricCall(expression) ? "metric" : "column";
  return entryOf(expression, kind, text).map((entry) =>
    label?.value
      ? { ...entry, start, end, title: label.value, detail: entry.title, name: label.text }
      : { ...entry, start, end },
  );
}

/**
 * Creates the outline entry of a condition or an expression. Returns undefined for a placeholder node that has no text.
 */
function entryOf({ start, end }: Condition | Expression, kind: OutlineEntry["kind"], text: string): OutlineEntry[] {
  const whole = text.slice(start, end).replace(/\s+/g, " ").trim();
  const title = whole.length > longestTitle ? `${whole.slice(0, longestTitle - 1)}…` : whole;
  return title === "" ? [] : [{ kind, title, detail: "", start, end, name: { start, end }, children: [] }];
}

/** Returns the text of the comment line before a statement, which serves as the statement's title in the outline. */
function givenTitle({ part, start }: DocumentStatement, statement: Statement): string | undefined {
  if (start === 0) {
    return commentBeforeStatement(part.text, statement);
  }
  // A comment on the line of the preceding `;` belongs to that statement.
  const before = `;${part.text.slice(0, statement.start)}`;
  return commentBeforeStatement(before, { start: before.length, end: before.length });
}

/** Returns the default title of a statement, such as `Aggregate query of Employee` or `COPY Employee`. */
function plainTitle(statement: Statement): string {
  switch (statement.kind) {
    case "query": {
      const object = fromObjectTextOf(statement);
      const kind = queryKind(statement) === "aggregate" ? "Aggregate query" : "List query";
      return object === undefined ? kind : `${kind} of ${object}`;
    }
    case "shellStatement":
      switch (statement.action) {
        case "setSchema":
          return `SET schema TO ${statement.name?.text ?? ""}`.trimEnd();
        case "begin":
          return "BEGIN TRANSACTION";
        case "copy":
          return `COPY ${statement.name?.text ?? ""}`.trimEnd();
        default:
          return statement.action.toUpperCase();
      }
    default:
      return "Unknown statement";
  }
}

/** Returns the name of the object in the FROM clause, as written. */
export function fromObjectTextOf({ from }: Query): string | undefined {
  return from?.object.kind === "path" ? pathTextOf(from.object) : undefined;
}
