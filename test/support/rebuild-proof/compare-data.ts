import type { TenantModel } from "../../../src/service/model/tenant-model.ts";
import type { Plain, PlainData, PlainRecord } from "../evaluator/processing/received.ts";

/** Returns the first difference between expected and found data, or undefined. */
export function differenceOf(
  model: TenantModel,
  expected: PlainData,
  found: PlainData,
  { comparesOrder }: { readonly comparesOrder: boolean },
): string | undefined {
  const lists = new Set(model.objects.flatMap(({ dimensions }) => dimensions.map(({ membersOf }) => membersOf)));
  for (const [list, members] of [...expected.members].filter(([name]) => lists.has(name))) {
    const lines = (data: PlainData["members"]) => {
      const all = (data.get(list) ?? []).map(({ path, displayName }) => `${path} (${displayName})`);
      return comparesOrder ? all : all.sort();
    };
    const [wanted, got] = [lines(new Map([[list, members]])), lines(found.members)].map((all) => all.join("\n"));
    if (wanted !== got) {
      return `members of ${list}: expected\n${wanted}\nfound\n${got}`;
    }
  }
  for (const { id } of model.objects) {
    const present = presentKeys(model, expected);
    const wanted = linesOf(model, id, expected, present);
    const got = linesOf(model, id, found, present);
    const index = wanted.findIndex((line, at) => line !== got[at]);
    if (index >= 0 || wanted.length !== got.length) {
      const at = index < 0 ? wanted.length : index;
      const key = (wanted[at] ?? got[at])?.split(" ")[0];
      const ofKey = (lines: readonly string[]) => lines.filter((line) => line.startsWith(`${key} `)).join("\n");
      return `${id}: expected\n${ofKey(wanted)}\nfound\n${ofKey(got)}`;
    }
  }
  return undefined;
}

/** Keys of the members with at least one state. */
function presentKeys(model: TenantModel, { records }: PlainData): ReadonlyMap<string, ReadonlySet<Plain>> {
  return new Map(model.objects.map(({ id }) => [id, new Set((records.get(id) ?? []).map(({ key }) => key))]));
}

function linesOf(
  model: TenantModel,
  id: string,
  { records }: PlainData,
  present: ReadonlyMap<string, ReadonlySet<Plain>>,
) {
  const object = model.objects.find((one) => one.id === id);
  const targets = new Map((object?.references ?? []).map(({ id: reference, target }) => [reference, target]));
  const targetOrValue = (column: string, value: Plain): Plain => {
    const target = targets.get(column);
    if (target === undefined) {
      return value;
    }
    // A reference to a member without a state leads nowhere.
    const known = present.get(target) ?? new Set();
    return Array.isArray(value) ? value.filter((item) => known.has(item)) : known.has(value) ? value : null;
  };
  const line = ({ key, from, to, values }: PlainRecord) => {
    const sorted = [...values].sort(([one], [other]) => (one < other ? -1 : 1));
    const texts = sorted.map(([column, value]) => `${column}=${JSON.stringify(targetOrValue(column, value))}`);
    const day = (instant: number) => new Date(instant).toISOString();
    return `${key || "event"} ${day(from)} ${to === null ? "open" : day(to)} ${texts.join(" ")}`;
  };
  return (records.get(id) ?? []).map(line).sort();
}
