import type { StoredDimension, StoredObject, TenantModel } from "../../../src/service/model/tenant-model.ts";
import { readInstant } from "./instant.ts";
import { type Value, Workforce, type WorkforceMember, type WorkforceRecord } from "./workforce.ts";

/** A record as a test writes it: instants as in `date("…")`, members by path. */
export interface RecordDraft {
  readonly key: number;
  /** `valid_from` of a state, the time of an event. */
  readonly from: string;
  readonly to?: string;
  readonly values?: Readonly<Record<string, Value>>;
}

/** Makes a workforce from records and members written by hand. */
export function buildWorkforce(
  model: TenantModel,
  memberPaths: Readonly<Record<string, readonly string[]>>,
  drafts: Readonly<Record<string, readonly RecordDraft[]>>,
): Workforce {
  const dimensions = model.objects.flatMap((object) => object.dimensions);
  const members = new Map(
    Object.entries(memberPaths).map(([membersOf, paths]) => [
      membersOf,
      buildMembers(paths, dimensions.find((dimension) => dimension.membersOf === membersOf)?.kind === "parentChild"),
    ]),
  );
  const records = model.objects.map((object): [string, readonly WorkforceRecord[]] => [
    object.id,
    (drafts[object.id] ?? []).map((draft) => buildRecord(draft, object, members)),
  ]);
  return new Workforce(model, new Map(records), members);
}

/** Paths with dots, a parent before its children. */
function buildMembers(paths: readonly string[], isParentChild: boolean): readonly WorkforceMember[] {
  return paths.map((path, ordinal) => {
    const names = path.split(".");
    const ancestors = names.map((_, index) => paths.indexOf(names.slice(0, index + 1).join(".")));
    return {
      ordinal,
      depth: names.length - (isParentChild ? 0 : 1),
      name: names.at(-1) ?? "",
      displayName: `${names.at(-1) ?? ""}!`,
      path,
      ancestors,
      isLeaf: !paths.some((other) => other.startsWith(`${path}.`)),
    };
  });
}

function buildRecord(
  { key, from, to, values = {} }: RecordDraft,
  object: StoredObject,
  members: ReadonlyMap<string, readonly WorkforceMember[]>,
): WorkforceRecord {
  const ordinalOf = ({ membersOf }: StoredDimension, path: Value): Value =>
    members.get(membersOf)?.find((member) => member.path === path)?.ordinal ?? null;
  const dates = object.properties.filter(({ type }) => type === "date").map(({ id }) => id);
  const stored = Object.entries(values).map(([id, value]): [string, Value] => {
    const dimension = object.dimensions.find((candidate) => candidate.id === id);
    if (dimension) {
      return [id, ordinalOf(dimension, value)];
    }
    return [id, dates.includes(id) && typeof value === "string" ? readInstant(value) : value];
  });
  return { key, begins: readInstant(from), ends: to === undefined ? null : readInstant(to), values: new Map(stored) };
}
