import type { StoredMetric, StoredObject } from "../../../src/service/model/tenant-model.ts";
import { timeColumn } from "../evaluator/columns.ts";
import { choosePath, writePath } from "./choose-path.ts";
import type { Dice } from "./dice.ts";
import type { Source } from "./make-predicate.ts";
import type { DraftItem } from "./query-draft.ts";
import { writeNumber, writeText } from "./write-literals.ts";

/** An axis and how many positions it has, without an overall one. */
export interface MadeAxis {
  readonly item: DraftItem;
  readonly positions: number;
}

export function makeMetric(metric: StoredMetric, { data, dice }: Source): DraftItem {
  const values = metric.parameters.map((parameter) => {
    const salary = Number(data.value("Employee", "Base_Salary", dice) ?? 0);
    const value = writeNumber(dice.pick([salary, 90_000, 50_000.5, 0, -1]), dice);
    return dice.chance(0.4) ? `${parameter.id} = ${value}` : value;
  });
  return labelled({ kind: "metric", text: `${writeId(metric.id, dice)}(${values.join(", ")})` }, dice);
}

/** A level, a bare dimension or a concept, of the object or of what it references; `undefined` when that has none. */
export function makeAxis(from: StoredObject, { workforce, dice }: Source): MadeAxis | undefined {
  const path = choosePath(workforce.model, from, dice);
  const { dimensions, concepts } = path.target;
  if (dimensions.length + concepts.length === 0) {
    return undefined;
  }
  if (dimensions.length === 0 || (concepts.length > 0 && dice.chance(0.2))) {
    const text = writePath(from, path, dice.pick(concepts).id, dice);
    return { item: labelled({ kind: "axis", text }, dice), positions: 3 };
  }
  const dimension = dice.pick(dimensions);
  const members = workforce.members(dimension);
  const written = writePath(from, path, dimension.id, dice);
  const levels = dimension.levels ?? [];
  if (levels.length === 0 || dice.chance(0.25)) {
    const positions = members.filter(({ isLeaf }) => isLeaf).length;
    return { item: labelled({ kind: "axis", text: written }, dice), positions };
  }
  const level = dice.pick(levels);
  const positions = members.filter(({ depth }) => depth === level.depth).length;
  const wanted = dice.chance(0.05) ? String(level.depth) : writeText(writeId(level.id, dice), dice);
  return { item: labelled({ kind: "axis", text: `level(${written}, ${wanted})` }, dice), positions };
}

/** A column of a list. */
export function makeColumn(from: StoredObject, source: Source): DraftItem {
  const { workforce, dice } = source;
  const path = choosePath(workforce.model, from, dice, "any");
  const { properties, dimensions, concepts } = path.target;
  if (properties.length + dimensions.length + concepts.length === 0) {
    return makeColumn(from, source);
  }
  const chosen = dice.pick([...properties, ...dimensions, ...concepts]);
  const written = writePath(from, path, chosen.id, dice);
  const levels = dimensions.find(({ id }) => id === chosen.id)?.levels ?? [];
  const text =
    levels.length > 0 && dice.chance(0.6) ? `level(${written}, ${writeText(dice.pick(levels).id, dice)})` : written;
  return labelled({ kind: "column", text }, dice);
}

export function makeTimeItem(dice: Dice): DraftItem {
  return labelled({ kind: "time", text: timeColumn }, dice);
}

/** Seldom in another letter case (sql-like-language 2.2). */
function writeId(id: string, dice: Dice): string {
  return dice.chance(0.03) ? id.toUpperCase() : id;
}

const labels = [
  "n",
  "Count",
  "count",
  "Sum",
  "Time",
  "Month",
  "date",
  '"Two words"',
  "'single'",
  '"It""s, \\ é"',
  '""',
];

function labelled(item: DraftItem, dice: Dice): DraftItem {
  return dice.chance(0.3) ? { ...item, label: dice.pick(labels) } : item;
}
