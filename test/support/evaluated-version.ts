import type { TenantModel } from "../../src/service/model/tenant-model.ts";
import type { DataFolderStores } from "../../src/service/process/platform.ts";
import type { DataVersion } from "../../src/service/store/data-version-store.ts";
import { rebuildData } from "./evaluator/processing/rebuild-data.ts";
import type { PlainData, PlainRecord, ReceivedFile } from "./evaluator/processing/received.ts";
import { differenceOf } from "./rebuild-proof/compare-data.ts";
import { readData } from "./rebuild-proof/stored-data.ts";

/**
 * Compares the published data of a tenant, or that of the given versions, with what the evaluator makes of its baseline and
 * files. Returns the first difference, or undefined.
 */
export async function differenceFromFiles(
  parts: Pick<DataFolderStores, "dataVersions">,
  tenant: string,
  files: readonly ReceivedFile[],
  versions: () => Promise<readonly DataVersion[]> = () => parts.dataVersions.visible(tenant),
): Promise<string | undefined> {
  const before = await readVersionData(parts, tenant, async () => []);
  const now = await readVersionData(parts, tenant, versions);
  const expected = joinEqualStates(rebuildData({ model: before.model, baseline: before.data, files }));
  const found = joinEqualStates(now.data);
  return expected.dataEnd === found.dataEnd
    ? differenceOf(before.model, expected, found, { comparesOrder: false })
    : `The data ends at ${found.dataEnd}, expected ${expected.dataEnd}`;
}

/** Reads the model and the data of versions, and of the baseline for categories that have none among them. */
export async function readVersionData(
  { dataVersions }: Pick<DataFolderStores, "dataVersions">,
  tenant: string,
  versions: () => Promise<readonly DataVersion[]>,
): Promise<{ readonly model: TenantModel; readonly data: PlainData }> {
  const { database, model, release } = await dataVersions.open(tenant, versions);
  try {
    const data = await database.use((connection) =>
      readData(connection, model, (table) => `"${table}"`, Date.parse(model.dataEnd)),
    );
    return { model, data };
  } finally {
    release();
  }
}

/** Joins neighbouring states that are equal: a baseline may have some, of which a rebuild keeps those of untouched members. */
function joinEqualStates(data: PlainData): PlainData {
  const records = [...data.records].map(([object, all]): [string, readonly PlainRecord[]] => {
    const joined: PlainRecord[] = [];
    for (const state of all.toSorted((one, other) =>
      one.key < other.key ? -1 : one.key > other.key ? 1 : one.from - other.from,
    )) {
      const last = joined.at(-1);
      const isNext = last?.key === state.key && last.to === state.from;
      if (last && isNext && textOf(last) === textOf(state)) {
        joined[joined.length - 1] = { ...last, to: state.to };
      } else {
        joined.push(state);
      }
    }
    return [object, joined];
  });
  return { ...data, records: new Map(records) };
}

function textOf({ values }: PlainRecord): string {
  return JSON.stringify([...values].sort(([one], [other]) => (one < other ? -1 : 1)));
}
