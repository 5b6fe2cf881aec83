import type { TableEntry } from "../../languages/core/model/table-model.ts";
import type { TenantEntry } from "../../languages/core/requests/editor-requests.ts";
import type { JobPath, Offer, OfferKind } from "../../protocol/composer-view.ts";
import { isJsonObject, type Json } from "../../protocol/operation-form.ts";

/** Names that are read from a connection, to be suggested in a job file. */
export interface ConnectionNames {
  readonly tables: () => Promise<readonly TableEntry[]>;
  readonly tenants: () => Promise<readonly TenantEntry[]>;
}

/** Names to suggest in a job file: from the connection and from files beside the job file. */
export interface KnownNames extends ConnectionNames {
  /** Reads the column names in the first line of a local file. Empty if the file cannot be read. */
  readonly header: (path: string) => Promise<readonly string[]>;
}

/** Returns suggestions for the value at a JSON path of a job. */
export async function offersOf(of: OfferKind, path: JobPath, job: Json, names: KnownNames): Promise<readonly Offer[]> {
  switch (of) {
    case "tables":
      return (await names.tables()).map(tableOffer);
    case "tableIds":
      return (await names.tables()).flatMap(({ id, objectName }) => (id ? [{ value: id, detail: objectName }] : []));
    case "sources":
      return [...inputNames(job).map((value) => ({ value, detail: "" })), ...(await names.tables()).map(tableOffer)];
    case "keys":
      return await sharedColumns(valueAt(job, path.slice(0, 4)), job, names);
    case "inputColumns":
      return await columnsOfInput(valueAt(job, path.slice(0, 3)), job, names);
    case "tenants":
      return (await names.tenants()).map(({ code, displayName }) => ({ value: code, detail: displayName }));
    case "inputFiles":
      return textEntries(valueAt(job, ["uploads"])).map(([file, name]) => ({ value: name, detail: file }));
    case "outputs":
      return outputNames(job).map((value) => ({ value, detail: "" }));
  }
}

function valueAt(value: Json | undefined, path: JobPath): Json | undefined {
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

/**
 * Returns the columns that the target and the source of an upsert have in common. If the columns of only one are known,
 * returns those.
 */
async function sharedColumns(upsert: Json | undefined, job: Json, names: KnownNames): Promise<Offer[]> {
  const sides = await Promise.all(["target", "source"].map((side) => columnsOf(valueAt(upsert, [side]), job, names)));
  const [first = [], second = first] = sides.filter((columns) => columns.length > 0);
  const others = new Set(second.map(({ value }) => value.toLowerCase()));
  return first.filter(({ value }) => others.has(value.toLowerCase()));
}

/** Returns the columns of a table or of an input of the job. Empty if they are unknown. */
async function columnsOf(name: Json | undefined, job: Json, names: KnownNames): Promise<Offer[]> {
  const folded = String(name ?? "").toLowerCase();
  const input = listAt(job, ["job", "inputs"]).find((one) => inputName(one).toLowerCase() === folded);
  if (folded !== "" && input !== undefined) {
    return await columnsOfInput(input, job, names);
  }
  const table = (await names.tables()).find(({ objectName }) => objectName.toLowerCase() === folded);
  return (table?.columns ?? []).map(({ name: value, type: detail }) => ({ value, detail }));
}

/**
 * Returns the columns of an input of the job. They are known only for a CSV file with a header that is uploaded from
 * this machine.
 */
async function columnsOfInput(input: Json | undefined, job: Json, names: KnownNames): Promise<Offer[]> {
  const file = fileOf(input);
  const [path] = textEntries(valueAt(job, ["uploads"])).find(([, name]) => name === file) ?? [];
  const hasHeader = valueAt(input, ["format", "csv", "header"]) === true;
  const columns = path !== undefined && hasHeader ? await names.header(path) : [];
  return columns.map((value) => ({ value, detail: file }));
}

function inputNames(job: Json): string[] {
  return listAt(job, ["job", "inputs"])
    .map(inputName)
    .filter((name) => name !== "");
}

/** Returns the name by which SQL statements of the job refer to an input. */
function inputName(input: Json): string {
  const id = valueAt(input, ["id"]);
  return typeof id === "string" && id !== "" ? id : withoutExtension(fileOf(input));
}

/** Returns the name of the file that is uploaded for an input of the job. If there are several, the first one. */
function fileOf(input: Json | undefined): string {
  const file = valueAt(input, ["filename"]) ?? valueAt(input, ["filenames", 0]);
  return typeof file === "string" ? file : "";
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
