import type { TableEntry } from "../../languages/core/table-model.ts";
import type { TenantEntry } from "../../languages/core/tenant-requests.ts";
import type { JobPath, Offer, OfferKind } from "../../protocol/composer-view.ts";
import { isJsonObject, type Json } from "../../protocol/operation-form.ts";

/** What a connection knows. */
export interface KnownNames {
  readonly tables: () => Promise<readonly TableEntry[]>;
  readonly tenants: () => Promise<readonly TenantEntry[]>;
}

/** What the value at a path of a job may be chosen from. */
export async function offersOf(of: OfferKind, path: JobPath, job: Json, names: KnownNames): Promise<readonly Offer[]> {
  switch (of) {
    case "tables":
      return (await names.tables()).map(tableOffer);
    case "tableIds":
      return (await names.tables()).flatMap(({ id, objectName }) => (id ? [{ value: id, detail: objectName }] : []));
    case "sources":
      return [...inputNames(job).map((value) => ({ value, detail: "" })), ...(await names.tables()).map(tableOffer)];
    case "keys":
      return sharedColumns(valueAt(job, path.slice(0, 4)), await names.tables());
    case "tenants":
      return (await names.tenants()).map(({ code, displayName }) => ({ value: code, detail: displayName }));
    case "inputFiles":
      return textEntries(valueAt(job, ["uploads"])).map(([file, name]) => ({ value: name, detail: file }));
    case "outputs":
      return outputNames(job).map((value) => ({ value, detail: "" }));
  }
}

export function valueAt(value: Json | undefined, path: JobPath): Json | undefined {
  let found = value;
  for (const step of path) {
    if (typeof step === "number") {
      found = Array.isArray(found) ? found[step] : undefined;
    } else {
      found = isJsonObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
    }
  }
  return found;
}

function tableOffer({ objectName, displayName = "" }: TableEntry): Offer {
  return { value: objectName, detail: displayName };
}

/** The columns that target and source have; those of one where only it is a table. */
function sharedColumns(upsert: Json | undefined, tables: readonly TableEntry[]): Offer[] {
  const sides = ["target", "source"].flatMap((side) => {
    const name = valueAt(upsert, [side]);
    const table = tables.find(({ objectName }) => objectName.toLowerCase() === String(name).toLowerCase());
    return table ? [table.columns] : [];
  });
  const [first = [], second = first] = sides;
  const others = new Set(second.map(({ name }) => name.toLowerCase()));
  return first
    .filter(({ name }) => others.has(name.toLowerCase()))
    .map(({ name, type }) => ({ value: name, detail: type }));
}

function inputNames(job: Json): string[] {
  return listAt(job, ["job", "inputs"]).flatMap((input) => {
    const id = valueAt(input, ["id"]);
    const file = valueAt(input, ["filename"]) ?? valueAt(input, ["filenames", 0]);
    const name = typeof id === "string" && id !== "" ? id : withoutExtension(String(file ?? ""));
    return name === "" ? [] : [name];
  });
}

function withoutExtension(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/(?<=.)\.[^.]*$/, "");
}

function outputNames(job: Json): string[] {
  const names = listAt(job, ["job", "actions"]).map((action) => valueAt(action, ["query", "output", "filename"]));
  return [...new Set(names.flatMap((name) => (typeof name === "string" && name !== "" ? [name] : [])))];
}

function listAt(job: Json, path: JobPath): readonly Json[] {
  const list = valueAt(job, path);
  return Array.isArray(list) ? list : [];
}

function textEntries(value: Json | undefined): [string, string][] {
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, text]): [string, string][] =>
        typeof text === "string" ? [[name, text]] : [],
      )
    : [];
}
