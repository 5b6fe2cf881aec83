import type { StoredDimension, StoredObject, StoredProperty } from "../../../src/service/model/tenant-model.ts";
import type { Workforce, WorkforceMember } from "../evaluator/workforce.ts";
import { type ChosenPath, choosePath, writePath } from "./choose-path.ts";
import type { DataValues } from "./data-values.ts";
import type { Dice } from "./dice.ts";
import { writeDate, writeNumber, writeText } from "./write-literals.ts";

/** What a query is made from. */
export interface Source {
  readonly workforce: Workforce;
  readonly data: DataValues;
  readonly dice: Dice;
}

/** One predicate over something that the FROM object has or reaches (sql-like-language 9). */
export function makePredicate(from: StoredObject, source: Source): string {
  const { workforce, dice } = source;
  const path = choosePath(workforce.model, from, dice);
  const { properties, dimensions, concepts } = path.target;
  const kinds = [
    ...(properties.length > 0 ? (["property", "property"] as const) : []),
    ...(dimensions.length > 0 ? (["dimension", "dimension"] as const) : []),
    ...(concepts.length > 0 ? (["concept"] as const) : []),
  ];
  if (kinds.length === 0) {
    return makePredicate(from, source);
  }
  switch (dice.pick(kinds)) {
    case "property": {
      const property = dice.pick(properties);
      return propertyPredicate(writePath(from, path, property.id, dice), path, property, source);
    }
    case "dimension": {
      const dimension = dice.pick(dimensions);
      return memberPredicate(writePath(from, path, dimension.id, dice), path, dimension, source);
    }
    case "concept":
      return conceptPredicate(writePath(from, path, dice.pick(concepts).id, dice), dice);
  }
}

const nullTests = ["IS NULL", "IS NOT NULL"] as const;

function conceptPredicate(path: string, dice: Dice): string {
  const tail = dice.pick([" = TRUE", "=FALSE", " = False", "!= true", " != FALSE", " <> TRUE", ""]);
  return dice.chance(0.1) ? `${path} ${dice.pick(nullTests)}` : path + tail;
}

function memberPredicate(path: string, { target }: ChosenPath, dimension: StoredDimension, source: Source): string {
  const { workforce, data, dice } = source;
  const members = workforce.members(dimension);
  const write = () => writeText(writeMember(data.member(target.id, dimension, dice), members, dice), dice);
  switch (dice.whole(0, 5)) {
    case 0:
      return `${path} ${dice.pick(nullTests)}`;
    case 1:
      return `${path} ${dice.pick(["=", "!=", "<>"])} ${write()}`;
    default: {
      const set = Array.from({ length: dice.whole(1, 4) }, write).join(", ");
      return `${path} ${dice.pick(["IN", "IN", "NOT IN"])} (${set})`;
    }
  }
}

/** By path, or by name where the name is the only one in the dimension and no path. */
function writeMember(member: WorkforceMember, members: readonly WorkforceMember[], dice: Dice): string {
  const isClear = members.filter(({ name, path }) => name === member.name || path === member.name).length === 1;
  return isClear && dice.chance(0.4) ? member.name : member.path;
}

function propertyPredicate(path: string, { target }: ChosenPath, property: StoredProperty, source: Source): string {
  const { dice } = source;
  if (property.type === "boolean") {
    return `${path} ${dice.pick(["= TRUE", "= FALSE", "!= TRUE", "<> FALSE", ...nullTests])}`;
  }
  const write = () => writeValue(target.id, property, source);
  switch (dice.whole(0, 7)) {
    case 0:
      return `${path} ${dice.pick(nullTests)}`;
    case 1:
    case 2: {
      const set = Array.from({ length: dice.whole(1, 5) }, write).join(", ");
      return `${path} ${dice.pick(["IN", "NOT IN", "NOT IN"])} (${set})`;
    }
    case 3:
      return `${path} ${dice.pick(["BETWEEN", "NOT BETWEEN"])} ${write()} AND ${write()}`;
    default: {
      const equal = property.type === "text" ? [" = "] : ["=", " = "];
      return `${path}${dice.pick([...equal, " != ", " <> ", " < ", "<=", " <= ", " > ", ">=", " >= "])}${write()}`;
    }
  }
}

function writeValue(object: string, property: StoredProperty, { data, dice }: Source): string {
  const value = data.value(object, property.id, dice);
  switch (property.type) {
    case "number":
      return writeNumber(Number(value ?? 0) + dice.pick([0, 0, 0, 1, -1, 0.5]) * dice.pick([1, 1, -1]), dice);
    case "date":
      return writeDate(dice.chance(0.7) && value !== undefined ? Number(value) : data.instant(object, dice), dice);
    case "boolean":
      return dice.pick(["TRUE", "FALSE"]);
    case "text":
      return writeText(dice.chance(0.9) ? String(value ?? "") : dice.pick(["", "M", "zz", "É", 'O\'Brien "x"']), dice);
  }
}
