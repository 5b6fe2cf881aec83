import { type LoadColumn, loadSchemasOf } from "../../../src/service/model/load-schema.ts";
import type { StoredObject, TenantModel } from "../../../src/service/model/tenant-model.ts";
import type { Plain, PlainData, ReceivedFile } from "../evaluator/processing/received.ts";
import type { Dice } from "../query-generator/dice.ts";

const dayMs = 86_400_000;
const firstDay = Date.UTC(2024, 0, 1);
/** More than two years, so that some files move the end of the data. */
const days = 800;
/** Without line breaks, which no literal of a query can have. */
const texts = ["", "Ada", 'Grace "Amazing" Hopper', "Zoë, of all", "a\ttab"];

/**
 * Makes files that a service takes, one for each object and multi-value reference of a model: rows of members that are
 * there and of new ones, with random columns and values that are in the data, and a member of their own in open lists.
 */
export function makeSampleFiles(
  dice: Dice,
  model: TenantModel,
  data: PlainData,
  load: number,
): readonly ReceivedFile[] {
  const made = new Map<string, readonly string[]>();
  return loadSchemasOf(model).flatMap(({ name, target, columns }) => {
    if (target.kind === "hierarchy") {
      return [];
    }
    const { object } = target;
    const chosen = columns.filter(({ isMandatory }) => isMandatory || target.kind === "multiValue" || dice.chance(0.6));
    const isOfSubject = target.kind === "object" && object.kind === "subject";
    if (isOfSubject) {
      made.set(
        object.id,
        Array.from({ length: 5 }, (_, index) => `${object.id}-${load}-${index}`),
      );
    }
    const newKeys = made.get(object.id) ?? [];
    const known = keysOf(data, object.id);
    const count = dice.whole(3, 15);
    const keys =
      object.kind === "event"
        ? Array.from({ length: count }, () => "")
        : // Files of other objects may refer to each new member, so it has rows of its own.
          [...(isOfSubject ? newKeys : dice.some(newKeys, 2)), ...dice.some(known, count)];
    const makeCell = createCells(dice, { model, data, object, made, load });
    const rows = keys.flatMap((key) => {
      // An end between two rows of a member would have to be the same in both.
      const isEnded = dice.chance(0.2);
      const instants = dice.some(
        Array.from({ length: days }, (_, day) => firstDay + day * dayMs),
        isEnded ? 1 : dice.whole(1, 3),
      );
      return instants.map((instant) =>
        Object.fromEntries(chosen.map((column) => [column.name, makeCell(column, key, instant, isEnded)])),
      );
    });
    return rows.length > 0 ? [{ schema: name, columns: chosen.map((column) => column.name), rows }] : [];
  });
}

interface Surroundings {
  readonly model: TenantModel;
  readonly data: PlainData;
  readonly object: StoredObject;
  /** Keys of members that files of this load have first, by object. */
  readonly made: ReadonlyMap<string, readonly string[]>;
  readonly load: number;
}

function createCells(dice: Dice, { model, data, object, made, load }: Surroundings) {
  return ({ name, role, type, isMandatory }: LoadColumn, key: string, instant: number, isEnded: boolean): Plain => {
    switch (role) {
      case "key":
        return key;
      case "effectiveDate":
      case "eventDate":
        return instant;
      case "endDate":
        return isEnded ? instant + dice.whole(1, 400) * dayMs : null;
      case "eventId":
        return dice.chance(0.5) ? `E-${load}-${dice.whole(1, 1000)}` : null;
      case "reference": {
        const target = object.references.find(({ id }) => id === name)?.target ?? "";
        return !isMandatory && dice.chance(0.2)
          ? null
          : dice.pick([...keysOf(data, target), ...(made.get(target) ?? [])]);
      }
      case "dimension":
        return dice.chance(0.15) ? null : dice.pick(pathsOf(model, data, object, name, load));
      case "concept":
        return dice.pick([true, false, null]);
      default:
        return dice.chance(0.15) ? null : makePlain(dice, type, instant);
    }
  };
}

/** Paths of the members that records may have, and one that only files of this load have. */
function pathsOf(
  model: TenantModel,
  { members }: PlainData,
  { dimensions }: StoredObject,
  name: string,
  load: number,
): readonly string[] {
  const dimension = dimensions.find(({ id }) => id === name);
  const paths = (members.get(dimension?.membersOf ?? "") ?? []).map(({ path }) => path);
  const leaves = paths.filter((path) => !paths.some((other) => other.startsWith(`${path}.`)));
  const [leaf] = leaves;
  const isOpen = model.objects.some(({ dimensions: all }) =>
    all.some((one) => one.membersOf === dimension?.membersOf && one.isOpen),
  );
  return isOpen && leaf !== undefined ? [...leaves, leaf.replace(/[^.]+$/, `New_${load}`)] : leaves;
}

function makePlain(dice: Dice, type: LoadColumn["type"], instant: number): Plain {
  switch (type) {
    case "VARCHAR":
      // An empty cell is a missing value.
      return dice.pick(texts) || null;
    case "DOUBLE":
      return dice.whole(-10, 400_000) / 4;
    case "BIGINT":
      return dice.whole(-1, 70);
    case "TIMESTAMP":
      return instant - dice.whole(0, 5000) * dayMs;
    case "BOOLEAN":
      return dice.chance(0.5);
  }
}

function keysOf({ records }: PlainData, object: string): readonly string[] {
  return [...new Set((records.get(object) ?? []).map(({ key }) => key))].filter((key) => key !== "");
}

/** The file as CSV text. `isDate` says of a column whether its numbers are instants, all of them at midnight. */
export function csvOf({ columns, rows }: ReceivedFile, isDate: (column: string) => boolean): string {
  const cell = (column: string, value: Plain) =>
    value === null
      ? ""
      : typeof value === "number" && isDate(column)
        ? new Date(value).toISOString().slice(0, 10)
        : `"${String(value).replaceAll('"', '""')}"`;
  const lines = rows.map((row) => columns.map((column) => cell(column, row[column] ?? null)).join());
  return `${[columns.join(), ...lines].join("\n")}\n`;
}
