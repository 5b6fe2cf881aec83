import type { StoredObject, TenantModel } from "../../../src/service/model/tenant-model.ts";
import { findNamed } from "../evaluator/find-name.ts";
import type { Dice } from "./dice.ts";

/** A chain of references from the FROM object, and what it leads to. */
export interface ChosenPath {
  readonly names: readonly string[];
  readonly target: StoredObject;
}

/** Which references a path may take: only the columns of a list may take one with several targets. */
export type References = "single-value" | "any";

/** No reference, one, or two. */
export function choosePath(
  model: TenantModel,
  from: StoredObject,
  dice: Dice,
  references: References = "single-value",
): ChosenPath {
  const names: string[] = [];
  let target = from;
  const length = dice.pick([0, 0, 0, 1, 1, 2]);
  while (names.length < length) {
    const possible = target.references.filter(({ isMultiValue }) => references === "any" || !isMultiValue);
    const reference = possible.length > 0 ? dice.pick(possible) : undefined;
    const next = model.objects.find(({ id }) => id === reference?.target);
    if (!reference || !next) {
      break;
    }
    names.push(reference.id);
    target = next;
  }
  return { names, target };
}

/** A path as a query may write it: now and then with the FROM object in front, seldom in another letter case. */
export function writePath(from: StoredObject, { names, target }: ChosenPath, last: string, dice: Dice): string {
  const siblings = [...target.properties, ...target.dimensions, ...target.concepts];
  const lower = last.toLowerCase();
  const isSafe = findNamed(siblings, lower)?.id === last;
  const written = isSafe && dice.chance(0.03) ? lower : last;
  const prefix = dice.chance(0.15) ? [from.id] : [];
  return [...prefix, ...names, written].join(".");
}
