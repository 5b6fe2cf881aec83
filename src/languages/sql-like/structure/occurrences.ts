import type { Span } from "../../core/text/span.ts";
import { lexQuery } from "../syntax/lexer.ts";
import type { ParsedStatementText } from "../syntax/query-document.ts";
import { isMetricCall } from "../syntax/query-kind.ts";
import type { ColumnLabel, NamePath, Query } from "../syntax/tree.ts";
import { nodesOf } from "../syntax/tree-nodes.ts";
import { fromObjectTextOf } from "./outline.ts";

/** Column label with the query that defines it. */
interface PlacedLabel {
  readonly query: Query;
  readonly label: ColumnLabel;
}

/** Returns the column label at an offset, or the label that the text at the offset refers to. */
export function labelAt(part: ParsedStatementText, offset: number): PlacedLabel | undefined {
  const touches = ({ start, end }: Span) => start <= offset && offset <= end;
  for (const query of part.statements) {
    if (query.kind !== "query" || !touches(query)) {
      continue;
    }
    const labels = labelsOf(query);
    const label =
      labels.find(({ text }) => touches(text)) ??
      labels.find((candidate) => findLabelReferences(part, query, candidate).some(touches));
    if (label) {
      return { query, label };
    }
  }
  return undefined;
}

/** Returns the column labels of a query that are not empty, in column order. */
export function labelsOf({ items }: Query): readonly ColumnLabel[] {
  return items.flatMap(({ label }) => (label && label.value !== "" ? [label] : []));
}

/**
 * Returns the references to a label in clauses that the language does not support, such as ORDER BY. No supported
 * clause can refer to a label.
 */
export function findLabelReferences(
  { text }: ParsedStatementText,
  { unsupported }: Query,
  { value }: ColumnLabel,
): Span[] {
  return unsupported.flatMap((clause) =>
    lexQuery(text.slice(clause.start, clause.end))
      .tokens.slice(1)
      .filter(
        (token) =>
          (token.kind === "name" && token.text === value) || (token.kind === "string" && token.value === value),
      )
      .map(({ start, end }) => ({ start: start + clause.start, end: end + clause.start })),
  );
}

/**
 * Column label or business model item that a name in a query denotes. All names are in lower case, since ids are
 * case-insensitive (sql-like-language 2.2).
 */
type NamedItem =
  | { readonly kind: "label"; readonly query: Query; readonly label: ColumnLabel }
  | { readonly kind: "metric"; readonly name: string }
  | { readonly kind: "object"; readonly name: string }
  /**
   * Attribute at the end of a path that starts at an object. `path` omits the object's own name: for `Employee.Age` on
   * Employee, it is `age`.
   */
  | { readonly kind: "attribute"; readonly object: string; readonly path: string };

interface Mention extends Span {
  readonly thing: NamedItem;
}

/**
 * Returns the column label or business model item that the name at an offset denotes. Uses the query text alone,
 * without the model.
 */
export function namedItemAt(part: ParsedStatementText, offset: number): NamedItem | undefined {
  const label = labelAt(part, offset);
  if (label) {
    return { kind: "label", ...label };
  }
  for (const query of queriesOf(part)) {
    for (const { thing, start, end } of mentionsIn(query)) {
      if (start <= offset && offset <= end) {
        return thing;
      }
    }
  }
  return undefined;
}

/** Returns the spans in a document part that name a given column label or business model item, in text order. */
export function occurrencesOf(part: ParsedStatementText, thing: NamedItem): Span[] {
  if (thing.kind === "label") {
    return queriesOf(part).includes(thing.query)
      ? [thing.label.text, ...findLabelReferences(part, thing.query, thing.label)]
      : [];
  }
  return queriesOf(part)
    .flatMap((query) => [...mentionsIn(query)])
    .filter((mention) => isSame(mention.thing, thing))
    .map(({ start, end }) => ({ start, end }));
}

function isSame(one: NamedItem, other: NamedItem): boolean {
  switch (one.kind) {
    case "metric":
    case "object":
      return other.kind === one.kind && other.name === one.name;
    case "attribute":
      return other.kind === one.kind && other.object === one.object && other.path === one.path;
    default:
      return false;
  }
}

function queriesOf({ statements }: ParsedStatementText): readonly Query[] {
  return statements.filter((statement) => statement.kind === "query");
}

function* mentionsIn(query: Query): Generator<Mention> {
  const object = fromObjectTextOf(query)?.toLowerCase() ?? "";
  for (const node of nodesOf(query)) {
    if (node.kind === "path") {
      yield* mentionsOnPath(node, object, node === query.from?.object);
    } else if (node.kind === "call" && isMetricCall(node)) {
      const { text, start, end } = node.name;
      yield { thing: { kind: "metric", name: text.toLowerCase() }, start, end };
    }
  }
}

/**
 * Yields the business model item for each segment of a path; each segment denotes the target of the path up to that
 * segment.
 */
function* mentionsOnPath({ segments }: NamePath, object: string, isFrom: boolean): Generator<Mention> {
  const names = segments.map(({ text }) => text.toLowerCase());
  const startsAtObject = isFrom || (names.length > 1 && names[0] === object);
  for (const [index, { text, start, end }] of segments.entries()) {
    if (text === "") {
      continue;
    }
    const path = names.slice(startsAtObject ? 1 : 0, index + 1).join(".");
    yield { thing: path === "" ? { kind: "object", name: object } : { kind: "attribute", object, path }, start, end };
  }
}
