import * as Type from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { isRecord } from "../../base/guards.ts";
import { foldUserName } from "../../base/user-rules.ts";
import { type ChangeKind, type ModelChange, mappingIdOf } from "../model/model-change.ts";

/** A change as it is imported. Without `before` it is made from the definition that the project has. */
export type ImportedChange = ModelChange | (Omit<ModelChange, "before"> & { readonly before?: undefined });

const text = (maxLength = 2_000) => Type.String({ maxLength });
const name = Type.String({ minLength: 1, maxLength: 200 });
const names = Type.Array(text(200), { maxItems: 100 });
const closed = { additionalProperties: false };

/** Fields of every definition of the model. */
const named = {
  id: name,
  displayName: name,
  description: Type.Optional(text()),
  explanation: Type.Optional(text()),
  tags: Type.Optional(names),
  synonyms: Type.Optional(names),
};
const metric = {
  ...named,
  object: name,
  formula: Type.Optional(text()),
  parameters: Type.Array(
    Type.Object(
      {
        id: name,
        displayName: name,
        kind: Type.Enum(["number", "member", "aggregationType"]),
        default: Type.Optional(Type.Union([Type.Number(), text(200)])),
      },
      closed,
    ),
    { maxItems: 20 },
  ),
};
const part = Type.Object({ metric: name, through: Type.Optional(name) }, closed);
const operator = Type.Enum(["add", "subtract", "multiply", "divide"]);
const operand = Type.Union([Type.Number(), name]);

const schemas = {
  base: Type.Object(
    {
      ...metric,
      kind: Type.Literal("base"),
      aggregate: Type.Enum(["count", "sum", "average", "minimum", "maximum"]),
      property: Type.Optional(name),
      filter: Type.Optional(text(20_000)),
    },
    closed,
  ),
  derived: Type.Object({ ...metric, kind: Type.Literal("derived"), operator, left: part, right: part }, closed),
  property: Type.Object(
    {
      ...named,
      type: Type.Enum(["text", "number", "date", "boolean"]),
      storage: Type.Enum(["VARCHAR", "DOUBLE", "BIGINT", "TIMESTAMP", "BOOLEAN"]),
      isCalculated: Type.Optional(Type.Literal(true)),
      formula: Type.Optional(Type.Object({ operator, left: operand, right: operand }, closed)),
    },
    closed,
  ),
  dimension: Type.Object(
    {
      ...named,
      kind: Type.Enum(["leveled", "parentChild", "range", "custom"]),
      levels: Type.Array(Type.Object({ ...named, depth: Type.Integer({ minimum: 0 }) }, closed), { maxItems: 20 }),
      membersOf: name,
      isOpen: Type.Optional(Type.Literal(true)),
      range: Type.Optional(Type.Object({ since: name, bounds: Type.Array(Type.Integer()) }, closed)),
      bands: Type.Optional(
        Type.Object({ property: name, bounds: Type.Array(Type.Integer(), { minItems: 1, maxItems: 100 }) }, closed),
      ),
    },
    closed,
  ),
  source: Type.Object({ id: name, schema: name, fileNameRegex: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
  mapping: Type.Object({ id: name, table: name, schema: name, columns: Type.Record(name, name) }, closed),
  user: Type.Object(
    {
      id: name,
      username: name,
      displayName: Type.Optional(text()),
      employeeId: Type.Optional(text(200)),
      email: Type.Optional(text(200)),
      accountEnabled: Type.Enum(["true", "false"]),
      userGroupIds: Type.Array(name, { maxItems: 1_000 }),
      permissionIds: Type.Array(name, { maxItems: 1_000 }),
      profileAssignments: Type.Array(
        Type.Object(
          {
            profileId: name,
            validityStartTime: Type.Optional(text(40)),
            validityEndTime: Type.Optional(text(40)),
          },
          closed,
        ),
        { maxItems: 1_000 },
      ),
    },
    closed,
  ),
};
type SchemaName = keyof typeof schemas;
const compiled = new Map<string, Validator>(Object.entries(schemas).map(([key, schema]) => [key, Compile(schema)]));

const kinds: readonly ChangeKind[] = ["metric", "property", "dimension", "source", "mapping", "user"];

/** Default fields of a definition, by kind. */
const defaults: { readonly [Kind in ChangeKind]?: (id: string) => object } = {
  metric: () => ({ parameters: [] }),
  user: (id) => ({
    username: id,
    accountEnabled: "false",
    userGroupIds: [],
    permissionIds: [],
    profileAssignments: [],
  }),
};

/** A place in a change's document that cannot be read, and why. */
export class ChangeProblem extends Error {
  override readonly name = "ChangeProblem";
}

/** Reads the document of a change from a file. Throws `ChangeProblem`. */
export function readChange(value: unknown): ImportedChange {
  if (!isRecord(value)) {
    throw new ChangeProblem("document must be an object.");
  }
  const { kind, object, id: given, before, after, ...rest } = value as Readonly<Record<string, unknown>>;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) {
    throw new ChangeProblem(`document.${unknown}: there is no such field.`);
  }
  const known = kinds.find((one) => one === kind);
  if (!known) {
    throw new ChangeProblem(`document.kind must be one of ${kinds.join(", ")}.`);
  }
  if (typeof given !== "string" || given === "") {
    throw new ChangeProblem("document.id must be the id of what is changed.");
  }
  const id = known === "user" ? foldUserName(given) : given;
  const hasObject = known === "property" || known === "dimension";
  if (hasObject !== (typeof object === "string")) {
    throw new ChangeProblem(
      hasObject ? `document.object must be the object of the ${known}.` : `document.object: a ${known} has none.`,
    );
  }
  if (after === undefined) {
    throw new ChangeProblem("document.after must be the new definition, or null to remove it.");
  }
  const definitions = {
    ...(before !== undefined && { before: readDefinition(known, id, before, "before") }),
    after: readDefinition(known, id, after, "after"),
  };
  return { kind: known, id, ...(hasObject && { object }), ...definitions } as ImportedChange;
}

/** Fills in what a definition may leave out, and checks the rest. */
function readDefinition(kind: ChangeKind, id: string, value: unknown, field: "before" | "after"): unknown {
  if (value === null) {
    return null;
  }
  if (!isRecord(value)) {
    throw new ChangeProblem(`document.${field} must be a definition, or null.`);
  }
  const given: Readonly<Record<string, unknown>> = { ...value };
  const definition: Readonly<Record<string, unknown>> = { id, ...defaults[kind]?.(id), ...given };
  const schema: SchemaName = kind !== "metric" ? kind : given.kind === "derived" ? "derived" : "base";
  const [problem] = compiled.get(schema)?.Errors(definition) ?? [];
  if (problem) {
    const place = problem.instancePath.split("/").join(".");
    throw new ChangeProblem(`document.${field}${place}: ${problem.message}.`);
  }
  if (definition.id !== id) {
    throw new ChangeProblem(`document.${field}.id must be "${id}", as document.id.`);
  }
  const { table, schema: of } = given;
  if (kind === "mapping" && mappingIdOf({ table: String(table), schema: String(of) }) !== id) {
    throw new ChangeProblem(`document.id must be "${mappingIdOf({ table: String(table), schema: String(of) })}".`);
  }
  if (kind === "user" && foldUserName(String(definition.username)) !== id) {
    throw new ChangeProblem(
      `document.${field}.username must be that of document.id; a change of a project renames nobody, an update of the user does.`,
    );
  }
  return definition;
}
