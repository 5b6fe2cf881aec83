import { commentBefore } from "../../core/text/statements.ts";
import type { PlacedPart } from "../syntax/query-document.ts";
import { queryKind } from "../syntax/query-kind.ts";
import type { Query, Statement } from "../syntax/tree.ts";
import { writtenPath } from "../syntax/walk.ts";

/** Name that the user gave a statement by the comment line before it. */
export function givenTitle({ part, start }: PlacedPart, statement: Statement): string | undefined {
  if (start === 0) {
    return commentBefore(part.text, statement);
  }
  // A comment on the line of the preceding `;` belongs to that statement.
  const before = `;${part.text.slice(0, statement.start)}`;
  return commentBefore(before, { start: before.length, end: before.length });
}

/** Generic title of a statement, such as `Aggregate query of Employee` or `COPY Employee`. */
export function plainTitle(statement: Statement): string {
  switch (statement.kind) {
    case "query": {
      const object = objectOf(statement);
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

/** FROM object as written. */
export function objectOf({ from }: Query): string | undefined {
  return from?.object.kind === "path" ? writtenPath(from.object) : undefined;
}
