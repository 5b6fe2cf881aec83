import type { TableEntry } from "../../languages/core/model/table-model.ts";
import type { TenantEntry } from "../../languages/core/requests/editor-requests.ts";
import type { JobPath, Offer, OfferKind } from "../../protocol/composer-view.ts";
import { isJsonObject, type Json } from "../../protocol/operation-form.ts";

/** Names that a connection provides. */
export interface ConnectionNames {
  readonly tables: () => Promise<readonly TableEntry[]>;
  readonly tenants: () => Promise<readonly TenantEntry[]>;
}

/** Names that a connection and the files beside the job provide. */
export interface KnownNames extends ConnectionNames {
  /** Reads the column names in the first line of a local file; empty if it cannot be read. */
  readonly header: (path: string) => Promise<readonly string[]>;
}

/** Suggestions for the value at a path of a job. */
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

/** Columns that target and source share; if only one has known columns, those. */
async function sharedColumns(upsert: Json | undefined, job: Json, names: KnownNames): Promise<Offer[]> {
  const sides = await Promise.all(["target", "source"].map((side) => columnsOf(valueAt(upsert, [side]), job, names)));
  const [first = [], second = first] = sides.filter((columns) => columns.length > 0);
  const others = new Set(second.map(({ value }) => value.toLowerCase()));
  return first.filter(({ value }) => others.has(value.toLowerCase()));
}

/** Columns of a table or an input; empty if they are not known. */
async function columnsOf(name: Json | undefined, job: Json, names: KnownNames): Promise<Offer[]> {
  const folded = String(name ?? "").toLowerCase();
  const input = listAt(job, ["job", "inputs"]).find((one) => inputName(one).toLowerCase() === folded);
  if (folded !== "" && input !== undefined) {
    return await columnsOfInput(input, job, names);
  }
  const table = (await names.tables()).find(({ objectName }) => objectName.toLowerCase() === folded);
  return (table?.columns ?? []).map(({ name: value, type: detail }) => ({ value, detail }));
}

/** Columns of an input; known only for CSV with a header that is uploaded from a local file. */
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

/** Name of an input in SQL. */
function inputName(input: Json): string {
  const id = valueAt(input, ["id"]);
  return typeof id === "string" && id !== "" ? id : withoutExtension(fileOf(input));
}

/** Name of the uploaded file of an input, or of the first of several. */
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
