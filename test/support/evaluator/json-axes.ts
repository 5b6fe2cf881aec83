import type { StoredMemberMap, StoredObject } from "../../../src/service/model/tenant-model.ts";
import type { Axis, Position } from "./axis.ts";
import { compileCondition } from "./condition.ts";
import { parseCondition } from "./parse-query.ts";
import { readThrough } from "./reach.ts";
import { specifiedRules } from "./rules.ts";
import type { Workforce, WorkforceMember } from "./workforce.ts";

/** The axis of a condition on records of an object (semantics.md, "Formulas"). */
export function conditionAxis(workforce: Workforce, object: StoredObject, condition: string): Axis {
  const scope = { workforce, object, rules: specifiedRules, parameters: new Map() };
  const test = compileCondition(parseCondition(condition), scope);
  const truths = [true, false, "Unknown"] as const;
  const names = ["True", "False", "Unknown"];
  return {
    steps: [],
    dimension: undefined,
    positions: truths.map((truth, index): Position => {
      const name = names[index] ?? "";
      return { path: [name], displayName: name, holds: (coordinate) => coordinate === truth };
    }),
    coordinate: (place) => test(place) ?? "Unknown",
  };
}

/** The axis of what a member map of an object leads to (semantics.md, "Member maps"). */
export function memberMapAxis(workforce: Workforce, object: StoredObject, map: StoredMemberMap): Axis {
  const [keys, target] = [map.dimension, map.target].map((id) => object.dimensions.find((one) => one.id === id));
  if (!keys || !target) {
    throw new Error(`Evaluating a query: ${object.id} has not both dimensions of ${map.id}.`);
  }
  const targetOf = (ordinal: number): WorkforceMember | undefined => {
    let found: string | undefined;
    for (const ancestor of workforce.member(keys, ordinal).ancestors) {
      found = map.members[workforce.member(keys, ancestor).path] ?? found;
    }
    return workforce.members(target).find(({ path }) => path === found);
  };
  const reached = workforce.members(keys).map(({ ordinal }) => targetOf(ordinal)?.ordinal);
  return {
    steps: [],
    dimension: undefined,
    positions: workforce
      .members(target)
      .filter(({ ordinal }) => reached.includes(ordinal))
      .map(
        (member): Position => ({
          path: member.path.split("."),
          displayName: member.displayName,
          holds: (coordinate) =>
            typeof coordinate === "number" && workforce.member(target, coordinate).ancestors.includes(member.ordinal),
        }),
      ),
    coordinate(place) {
      const ordinal = readThrough(workforce, place, [], keys.id);
      return typeof ordinal === "number" ? targetOf(ordinal)?.ordinal : undefined;
    },
  };
}
