import { findLoadSchema, type LoadColumn, loadSchemasOf } from "../../../src/service/model/load-schema.ts";
import type { TenantModel } from "../../../src/service/model/tenant-model.ts";
import type { Plain, ReceivedFile } from "../evaluator/processing/received.ts";
import type { Dice } from "../query-generator/dice.ts";

/** How many members files may mention, and from when to when. */
export interface FileRange {
  readonly people: number;
  readonly firstDay: string;
  readonly days: number;
}

const dayMs = 86_400_000;
const texts: Readonly<Record<string, readonly string[]>> = {
  Place: [
    "North.Oslo",
    "North.Bergen",
    "South",
    "South.Rome",
    "East.Kyiv.Center",
    "East.Kyiv",
    "Rome",
    "North.Oslo.East",
  ],
  Kind: ["Full", "Part", "None"],
  Unit: ["Head", "Head.Sales", "Sales", "Head.Sales.Web", "Head.Labs", "Garage", "Web"],
  Reason: ["Own.Move", "Own.Study", "Other"],
};
const hierarchyNames = ["Head", "Sales", "Web", "Labs", "Garage", "Depot"];

/** Makes a file of random rows for one of the model's load schemas, with random columns of it. */
export function makeFile(dice: Dice, model: TenantModel, range: FileRange, schemaName?: string): ReceivedFile {
  const schemas = loadSchemasOf(model);
  const weighted = schemas.flatMap((schema) => (schema.name === "Person" ? [schema, schema, schema] : [schema]));
  const schema = (schemaName === undefined ? undefined : findLoadSchema(model, schemaName)) ?? dice.pick(weighted);
  const columns = schema.columns.filter(({ isMandatory }) => isMandatory || dice.chance(0.6));
  if (schema.target.kind === "hierarchy") {
    return { schema: schema.name, columns: columns.map(({ name }) => name), rows: hierarchyRows(dice, columns) };
  }
  const isOfPeople = schema.name !== "Skill";
  const count = isOfPeople ? dice.whole(1, range.people) : dice.whole(1, 4);
  const rows = Array.from({ length: count }, () => makeRow(dice, model, schema.name, columns, range));
  return { schema: schema.name, columns: columns.map(({ name }) => name), rows };
}

function makeRow(dice: Dice, model: TenantModel, schema: string, columns: readonly LoadColumn[], range: FileRange) {
  const row: Record<string, Plain> = {};
  // Few days, so that rows for the same instant are frequent.
  const instant = Date.parse(range.firstDay) + dice.whole(0, range.days) * dayMs * 20;
  for (const column of columns) {
    row[column.name] = makeValue(dice, model, schema, column, range, instant);
  }
  return row;
}

function makeValue(
  dice: Dice,
  model: TenantModel,
  schema: string,
  { name, role, type, isMandatory }: LoadColumn,
  { people }: FileRange,
  instant: number,
): Plain {
  const person = () => `P-${dice.whole(1, people)}`;
  const skill = () => `S-${dice.whole(1, 5)}`;
  switch (role) {
    case "key":
      return schema === "Skill" ? skill() : person();
    case "effectiveDate":
    case "eventDate":
      return instant;
    case "endDate":
      return dice.chance(0.3) ? instant + dice.whole(1, 12) * 20 * dayMs : null;
    case "eventId":
      return dice.chance(0.5) ? `E-${dice.whole(1, people)}` : null;
    case "reference": {
      const target = model.objects.flatMap(({ references }) => references).find(({ id }) => id === name)?.target;
      return !isMandatory && dice.chance(0.2) ? null : target === "Skill" ? skill() : person();
    }
    case "dimension":
      return dice.chance(0.15) ? null : dice.pick(texts[name === "Second_Place" ? "Place" : name] ?? []);
    case "concept":
      return dice.pick([true, false, null]);
    default:
      return dice.chance(0.15) ? null : makePlain(dice, type, instant);
  }
}

function makePlain(dice: Dice, type: LoadColumn["type"], instant: number): Plain {
  switch (type) {
    case "VARCHAR":
      return dice.pick(["", "-", "=", "a", "ä\nb", "long text that does not fit inline"]);
    case "DOUBLE":
      return dice.pick([0, -0.5, 1e300, 1234.56]);
    case "BIGINT":
      return dice.pick([-1, 0, 7]);
    case "TIMESTAMP":
      return instant - dice.whole(0, 40) * 50 * dayMs + dice.pick([0, 3_600_000]);
    case "BOOLEAN":
      return dice.chance(0.5);
  }
}

/** Rows that put each member below one that stands before it, so that there is no circle whatever files are left out. */
function hierarchyRows(dice: Dice, columns: readonly LoadColumn[]): ReceivedFile["rows"] {
  return Array.from({ length: dice.whole(1, 4) }, () => {
    const index = dice.whole(0, hierarchyNames.length - 1);
    const row: Record<string, Plain> = {};
    for (const { name, role } of columns) {
      row[name] =
        role === "key"
          ? (hierarchyNames[index] ?? "")
          : role === "parent"
            ? index === 0 || dice.chance(0.2)
              ? null
              : dice.pick(hierarchyNames.slice(0, index))
            : dice.pick(["Shown", null]);
    }
    return row;
  });
}
