import type { StoredObject } from "../../../src/service/model/tenant-model.ts";
import { makePredicate, type Source } from "./make-predicate.ts";
import type { DraftCondition } from "./query-draft.ts";

/** The conjuncts of a WHERE, without its time. */
export function makeConjuncts(from: StoredObject, source: Source): readonly DraftCondition[] {
  const count = source.dice.pick([0, 0, 0, 1, 1, 1, 1, 2, 3]);
  return Array.from({ length: count }, () => makeCondition(from, source, 2));
}

function makeCondition(from: StoredObject, source: Source, depth: number): DraftCondition {
  const { dice } = source;
  if (depth === 0 || dice.chance(0.6)) {
    return { kind: "predicate", text: makePredicate(from, source) };
  }
  if (dice.chance(0.3)) {
    return { kind: "not", part: makeCondition(from, source, depth - 1) };
  }
  const parts = Array.from({ length: dice.whole(2, 3) }, () => makeCondition(from, source, depth - 1));
  return { kind: dice.pick(["and", "or", "or", "or"]), parts };
}
