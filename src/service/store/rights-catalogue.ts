import { join } from "node:path";
import { type Node, type ParseError, parseTree } from "jsonc-parser";
import { type Static, type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import { jsonFieldsOf, jsonItemsOf } from "../../languages/core/json/json-tree.ts";
import { findNearestNames, formatDidYouMean } from "../../languages/core/text/find-name.ts";
import {
  type AccessLevel,
  accessLevels,
  type Capability,
  type CapabilityArea,
  type CapabilityGroup,
  capabilityAreas,
  capabilityNames,
  createCapabilityGroup,
} from "../call/capabilities.ts";
import { readSettingsText, writePrivateFile } from "./settings-file.ts";
import { StoreError } from "./store-error.ts";

/** Rights of the users of a profile. */
interface Profile {
  readonly displayName: string;
  readonly capabilities: readonly CapabilityGroup[];
}

const ObjectPermission = Type.Object(
  {
    /** Condition in the SQL-like language that visible records meet. All records are visible without it. */
    rows: Type.Optional(Type.String({ minLength: 1 })),
    /** Ids of properties, dimensions, concepts and references that are hidden. */
    hides: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
);

/** Visible part of the records of one analytic object. */
export type ObjectPermission = Static<typeof ObjectPermission>;

/** Data that the users of a permission see. */
const Permission = Type.Object(
  {
    displayName: Type.Optional(Type.String()),
    /** By the id of the analytic object; `*` stands for all objects that are not named. */
    objects: Type.Record(Type.String(), ObjectPermission),
  },
  { additionalProperties: false },
);
export type Permission = Static<typeof Permission>;

/** Members of a group have its profiles and permissions beside their own. */
const Group = Type.Object(
  {
    displayName: Type.Optional(Type.String()),
    profiles: Type.Optional(Type.Array(Type.String())),
    permissions: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
);
type Group = Static<typeof Group>;

const Level = Type.Union(accessLevels.map((level) => Type.Literal(level)));
const levelsOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(Level)])) as Record<string, typeof Level>;

const StoredProfile = Type.Object(
  {
    displayName: Type.Optional(Type.String()),
    capabilities: Type.Object(levelsOf([...capabilityAreas, ...Object.keys(capabilityNames)]), {
      additionalProperties: false,
    }),
  },
  { additionalProperties: false },
);

/** Content of the three files of a catalogue, by id. */
export interface RightsDocuments {
  readonly profiles: Readonly<Record<string, { displayName?: string; capabilities: Readonly<Record<string, string>> }>>;
  readonly permissions: Readonly<Record<string, Permission>>;
  readonly groups: Readonly<Record<string, Group>>;
}

/**
 * The profiles, permissions and groups that users are given: `profiles.json`, `permissions.json` and `groups.json` in the
 * data folder, which its owner writes and which are read when the service starts.
 */
export class RightsCatalogue {
  readonly profiles: ReadonlyMap<string, Profile>;
  readonly permissions: ReadonlyMap<string, Permission>;
  readonly groups: ReadonlyMap<string, Group>;
  /** Whether the permissions are those of the sample, which fit the sample's model. */
  readonly hasSamplePermissions: boolean;
  readonly #permissionsFile: RightsFile<Readonly<Record<string, Permission>>>;

  private constructor(files: RightsFiles, sample: RightsDocuments) {
    this.hasSamplePermissions = JSON.stringify(files.permissions.value) === JSON.stringify(sample.permissions);
    this.profiles = new Map(Object.entries(files.profiles.value).map(([id, profile]) => [id, toProfile(id, profile)]));
    this.permissions = new Map(Object.entries(files.permissions.value));
    this.groups = new Map(Object.entries(files.groups.value));
    this.#permissionsFile = files.permissions;
  }

  /** Reads the files. Writes each that is missing with its sample content. Throws a `StoreError` with file and line. */
  static async open(dataFolder: string, sample: RightsDocuments): Promise<RightsCatalogue> {
    const read = <Schema extends TSchema>(name: string, schema: Schema, content: unknown) =>
      readRightsFile(dataFolder, name, Type.Record(Type.String(), schema), content);
    const files: RightsFiles = {
      profiles: await read("profiles.json", StoredProfile, sample.profiles),
      permissions: await read("permissions.json", Permission, sample.permissions),
      groups: await read("groups.json", Group, sample.groups),
    };
    const known = { profiles: files.profiles.value, permissions: files.permissions.value };
    for (const [id, group] of Object.entries(files.groups.value)) {
      for (const kind of ["profiles", "permissions"] as const) {
        const index = group[kind]?.findIndex((name) => !Object.hasOwn(known[kind], name)) ?? -1;
        const name = group[kind]?.[index];
        if (name !== undefined) {
          const near = formatDidYouMean(findNearestNames(Object.keys(known[kind]), name));
          refuse(files.groups, [id, kind, String(index)], `"${name}" is not in ${kind}.json.${near}`);
        }
      }
    }
    return new RightsCatalogue(files, sample);
  }

  /** Throws a `StoreError` that names the file and the line of a part of a permission. */
  refusePermission(path: readonly string[], problem: string): never {
    return refuse(this.#permissionsFile, path, problem);
  }

  /** File, line and path of a part of a permission. */
  placeInPermissions(path: readonly string[]): string {
    return placeOf(this.#permissionsFile, path);
  }
}

interface RightsFiles {
  readonly profiles: RightsFile<RightsDocuments["profiles"]>;
  readonly permissions: RightsFile<RightsDocuments["permissions"]>;
  readonly groups: RightsFile<RightsDocuments["groups"]>;
}

interface RightsFile<Value> {
  readonly name: string;
  readonly text: string;
  readonly root: Node | undefined;
  readonly value: Value;
}

async function readRightsFile<Schema extends TSchema>(
  folder: string,
  name: string,
  schema: Schema,
  sample: unknown,
): Promise<RightsFile<Static<Schema>>> {
  const found = await readSettingsText(folder, name);
  const text = found ?? `${JSON.stringify(sample, null, 2)}\n`;
  if (found === undefined) {
    await writePrivateFile(join(folder, name), text);
  }
  const errors: ParseError[] = [];
  const file = { name, text, root: parseTree(text, errors, { disallowComments: true }) };
  const [error] = errors;
  if (error) {
    throw new StoreError(
      `${name}:${lineAt(text, error.offset)} in the data folder: this is not JSON; correct it, or remove the file`,
    );
  }
  const value: unknown = JSON.parse(text);
  const validator = Compile(schema);
  if (!validator.Check(value)) {
    const [{ instancePath = "", message = "" } = {}] = validator.Errors(value);
    // What the library says of a field that a schema does not allow.
    const problem = message === "schema is false" ? "there is no such field" : message;
    refuse({ ...file, value }, instancePath.split("/").slice(1).map(unescapePointer), problem);
  }
  return { ...file, value: value as Static<Schema> };
}

function refuse(file: RightsFile<unknown>, path: readonly string[], problem: string): never {
  throw new StoreError(`${placeOf(file, path)}: ${problem}`);
}

function placeOf({ name, text, root }: RightsFile<unknown>, path: readonly string[]): string {
  let node = root;
  for (const segment of path) {
    const field = jsonFieldsOf(node).findLast((one) => one.name === segment);
    const next = node?.type === "array" ? jsonItemsOf(node)[Number(segment)] : (field?.value ?? field?.key);
    if (!next) {
      break;
    }
    node = next;
  }
  const where = path.length > 0 ? `: ${path.join("/")}` : "";
  return `${name}:${lineAt(text, node?.offset ?? 0)} in the data folder${where}`;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Names of a JSON pointer have `/` and `~` escaped (RFC 6901). */
function unescapePointer(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

function toProfile(id: string, { displayName = id, capabilities }: RightsDocuments["profiles"][string]): Profile {
  return {
    displayName,
    capabilities: Object.entries(capabilities).map(([group, level]) =>
      createCapabilityGroup(group as CapabilityArea | Capability, level as AccessLevel),
    ),
  };
}
