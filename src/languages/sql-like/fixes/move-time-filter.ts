import { applyEdits, type TextEdit } from "../../core/text/text-edit.ts";
import type { Condition, Predicate, Where } from "../syntax/tree.ts";
import { predicateAt } from "./find-node.ts";
import { type Fix, type FixMaker, type FixScope, removalOf } from "./fix.ts";
import { spanWithout } from "./remove-predicate.ts";

/** Joins the time filter by AND to all the rest (SL507). */
export const moveToTop: FixMaker = (scope) => {
  const predicate = predicateAt(scope.query, scope.problem);
  const where = scope.query?.where;
  if (!predicate || !where) {
    return [];
  }
  const { start, end } = where.condition;
  const filter = scope.text.slice(predicate.start, predicate.end);
  const rest = textWithout(scope, where.condition, predicate);
  const open = where.condition.kind === "or";
  const text = rest === undefined ? filter : `${open ? `(${rest})` : rest} AND ${filter}`;
  const edits = [{ start, end, text }];
  const changes = "The time filter then limits every row, not only those of one side.";
  const move: Fix = { title: "Move the time filter to the top", edits, isPreferred: true, changes };
  return [move, { ...removeFilter(scope, where, predicate), isPreferred: false, isFallback: true }];
};

function textWithout({ text }: FixScope, condition: Condition, predicate: Predicate): string | undefined {
  const span = spanWithout(condition, predicate);
  if (span === "all" || span === undefined) {
    return undefined;
  }
  const { start, end } = condition;
  return applyEdits(text.slice(start, end), [{ start: span.start - start, end: span.end - start, text: "" }]);
}

/** Removes a time filter that is one too many (SL508). */
export const removeSecond: FixMaker = (scope) => {
  const predicate = predicateAt(scope.query, scope.problem);
  const where = scope.query?.where;
  return predicate && where ? [removeFilter(scope, where, predicate)] : [];
};

function removeFilter({ text }: FixScope, where: Where, predicate: Predicate): Fix {
  const span = spanWithout(where.condition, predicate);
  const whole = removalOf(text, { start: where.keyword.start, end: where.condition.end });
  const edit: TextEdit = span === undefined || span === "all" ? whole : { ...span, text: "" };
  const changes = "The time that it names no longer counts.";
  return { title: "Remove this time filter", edits: [edit], isPreferred: true, changes };
}
