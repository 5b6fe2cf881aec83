import type {
  StoredDimension,
  StoredObject,
  StoredProperty,
  TenantModel,
} from "../../../src/service/model/tenant-model.ts";
import type { Dice } from "../query-generator/dice.ts";

const named = (id: string) => ({ id, displayName: id });
const text = (id: string): StoredProperty => ({ ...named(id), type: "text", storage: "VARCHAR" });
const number = (id: string, storage: "DOUBLE" | "BIGINT"): StoredProperty => ({
  ...named(id),
  type: "number",
  storage,
});
const date = (id: string): StoredProperty => ({ ...named(id), type: "date", storage: "TIMESTAMP" });
const leveled = (id: string, membersOf = id): StoredDimension => ({
  ...named(id),
  kind: "leveled",
  levels: [],
  membersOf,
});

/** Lower bounds of the ranges of Tenure, in years. */
export const tenureBounds = [0, 1, 2, 5];

/**
 * Makes a model of people, their skills and their events, with each optional part or without it. Some columns have names
 * that SQL of processing might have for columns of its own.
 */
export function makeModel(dice: Dice): TenantModel {
  const maybe = <Item>(...items: readonly Item[]): readonly Item[] => items.filter(() => dice.chance(0.75));
  const since = date("Since");
  const tenure: StoredDimension = {
    ...leveled("Tenure"),
    kind: "range",
    range: { since: "Since", bounds: tenureBounds },
  };
  const person: StoredObject = {
    ...named("Person"),
    kind: "subject",
    key: "PersonID",
    ...(dice.chance(0.8) && { endedBy: { event: "Leave", reference: "Who" } }),
    properties: [
      text("PersonID"),
      since,
      ...maybe(text("Key"), number("Position", "DOUBLE"), number("Kept", "BIGINT")),
      { ...number("Score", "BIGINT"), isCalculated: true },
    ],
    dimensions: [
      ...maybe<StoredDimension>(
        { ...leveled("Place"), isOpen: true },
        leveled("Kind"),
        { ...leveled("Unit"), kind: "parentChild", isOpen: true },
        { ...leveled("Second_Place", "Place"), isOpen: true },
      ),
      ...(dice.chance(0.6) ? [tenure] : []),
    ],
    concepts: maybe(named("isLead")),
    references: maybe(
      { ...named("Boss"), target: "Person", isMultiValue: false },
      { ...named("Skills"), target: "Skill", isMultiValue: true },
    ),
    unsupported: {},
  };
  const subject = { ...named("Who"), target: "Person", isMultiValue: false };
  return {
    objects: [
      person,
      {
        ...named("Skill"),
        kind: "subject",
        key: "SkillID",
        properties: [text("SkillID"), text("Title")],
        dimensions: [],
        concepts: [],
        references: [],
        unsupported: {},
      },
      {
        ...named("Leave"),
        kind: "event",
        properties: [text("Subject")],
        dimensions: [{ ...leveled("Reason"), isOpen: true }],
        concepts: [],
        references: [subject],
        unsupported: {},
      },
      {
        ...named("Bonus"),
        kind: "event",
        properties: [number("Instant", "DOUBLE")],
        dimensions: [],
        concepts: maybe(named("isPaid")),
        references: [subject],
        unsupported: {},
      },
    ],
    metrics: [],
    fiscalYearStartMonth: 1,
    dataStart: "2020-01-01T00:00:00.000Z",
    dataEnd: "2022-01-01T00:00:00.000Z",
  };
}
