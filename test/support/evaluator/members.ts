import type { Level } from "../../../src/languages/core/model/model-source.ts";
import type { StoredDimension } from "../../../src/service/model/tenant-model.ts";
import { findNamed } from "./find-name.ts";
import type { Workforce, WorkforceMember } from "./workforce.ts";

/** The member with that path, else the only one with that name (sql-like-language 9). */
export function findMember(members: readonly WorkforceMember[], text: string): WorkforceMember {
  const byName = members.filter(({ name }) => name === text);
  const found = members.find(({ path }) => path === text) ?? (byName.length === 1 ? byName[0] : undefined);
  if (!found) {
    throw new Error(`Evaluating a query: "${text}" names no single member.`);
  }
  return found;
}

/** The member with that path, else all with that name. */
export function membersCalled(text: string, members: readonly WorkforceMember[]): readonly WorkforceMember[] {
  const byPath = members.filter(({ path }) => path === text);
  return byPath.length > 0 ? byPath : members.filter(({ name }) => name === text);
}

/** By id, or by depth when it is written as a number. */
export function findLevel(dimension: StoredDimension, wanted: string | number): Level {
  const levels = dimension.levels ?? [];
  const found = typeof wanted === "number" ? levels.find(({ depth }) => depth === wanted) : findNamed(levels, wanted);
  if (!found) {
    throw new Error(`Evaluating a query: ${dimension.id} has no level ${wanted}.`);
  }
  return found;
}

/** The member at a depth that a record's own member lies under, or is; `undefined` when it lies above that depth. */
export function memberAtDepth(
  workforce: Workforce,
  dimension: StoredDimension,
  ordinal: number,
  depth: number,
): WorkforceMember | undefined {
  return workforce
    .member(dimension, ordinal)
    .ancestors.map((ancestor) => workforce.member(dimension, ancestor))
    .find((member) => member.depth === depth);
}
