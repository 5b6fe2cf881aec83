import { getLocation, type JSONPath } from "jsonc-parser";
import {
  createJsonSuggestion,
  type JsonCompletion,
  type JsonSuggestion,
  matchesPathPattern,
  typedTextAt,
} from "../core/json/json-answers.ts";
import { jsonItemsOf, jsonValueAt, type LocatedText, locatedTextOf } from "../core/json/json-tree.ts";
import type { TableEntry } from "../core/model/table-model.ts";
import { readInputColumns } from "./input-views.ts";
import { jobFileSuffix } from "./job-file-schema.ts";
import type { JobFiles, JobScope } from "./job-scope.ts";
import { findJobInput, type JobInput, type ParsedJobFile, parseJobFile } from "./read-job.ts";

/** Parameters of the functions that create completion suggestions in a job file. */
interface Offering {
  readonly job: ParsedJobFile;
  readonly scope: JobScope;
  readonly path: JSONPath;
  /** Text between the start of the JSON string at the cursor and the cursor. */
  readonly typed: string;
}

interface Offers {
  readonly offers: readonly JsonSuggestion[];
  readonly isIncomplete?: boolean;
}

type Offerer = (offering: Offering) => Promise<Offers> | Offers;

/**
 * Functions that create suggestions beyond those of the JSON schema, by JSON path in the job file. In a path, `*`
 * matches any index or field name.
 */
const offerers: readonly (readonly [pattern: string, offer: Offerer])[] = [
  ["transaction/tablesToModify/*", tableOffers],
  ["uploads/*", uploadNameOffers],
  ["job/actions/*/upsert/source", sourceOffers],
  ["job/actions/*/upsert/target", targetOffers],
  ["job/actions/*/upsert/keys/*", keyOffers],
  ["job/actions/*/replace/source", sourceOffers],
  ["job/actions/*/replace/target", targetOffers],
  ["job/actions/*/reset/table", targetOffers],
  ["job/actions/*/setMetadata/table", idOffers],
  ["job/actions/*/query/query/file", sqlFileOffers],
  ["job/tenants/*", tenantOffers],
  ["job/preconditions/*/table", idOffers],
  ["job/inputs/*/filename", inputFileOffers],
  ["job/inputs/*/filenames/*", inputFileOffers],
  ["job/inputs/*/tenantCodeColumn", inputColumnOffers],
  ["downloads/*", outputOffers],
  ["downloads/*/filename", outputOffers],
];

/** Completes values of a job file outside of its SQL that depend on the job, its tables or local files. */
export async function completeJobFile(text: string, offset: number, scope: JobScope): Promise<JsonCompletion> {
  const location = getLocation(text, offset);
  const { replace, typed } = typedTextAt(text, offset, location);
  const job = parseJobFile(text);
  const { path, isAtPropertyKey } = location;
  const offering: Offering = { job, scope, path, typed };
  const offer = isAtPropertyKey
    ? keyOfferer(path)
    : offerers.find(([pattern]) => matchesPathPattern(path, pattern))?.[1];
  const { offers, isIncomplete = false } = (await offer?.(offering)) ?? { offers: [] };
  return { replace, suggestions: offers, isIncomplete };
}

/**
 * Returns the function that suggests field names in a JSON object at a path. Undefined except for `uploads`, whose
 * field names are paths of local files.
 */
function keyOfferer(path: JSONPath): Offerer | undefined {
  return path.length === 2 && path[0] === "uploads" ? (offering) => fileOffers(offering, "") : undefined;
}

async function tableOffers({ scope, typed }: Offering): Promise<Offers> {
  const { tables, isComplete } = await scope.tables.search(typed);
  return { offers: tables.map(tableOffer), isIncomplete: !isComplete };
}

function tableOffer({ objectName, displayName, isMaterializedView }: TableEntry): JsonSuggestion {
  const title = displayName ?? "Table source";
  return createJsonSuggestion(objectName, "table", isMaterializedView ? `${title} · materialized view` : title);
}

async function sourceOffers(offering: Offering): Promise<Offers> {
  const { offers, isIncomplete = false } = await tableOffers(offering);
  const inputs = offering.job.inputs.flatMap(({ name }) => name?.text ?? []);
  const own = new Set(inputs.map((name) => name.toLowerCase()));
  const tables = offers.filter(({ label }) => !own.has(label.toLowerCase()));
  return {
    offers: [...inputs.map((name) => createJsonSuggestion(name, "input", "Input of the job")), ...tables],
    isIncomplete,
  };
}

/** Suggests tables as the target of a write. Tables that the transaction may modify come first. */
async function targetOffers(offering: Offering): Promise<Offers> {
  const { offers, isIncomplete = false } = await tableOffers(offering);
  const locked = new Set(offering.job.tablesToModify.map(({ text }) => text.toLowerCase()));
  const isLocked = ({ label }: JsonSuggestion) => locked.has(label.toLowerCase());
  return { offers: [...offers.filter(isLocked), ...offers.filter((offer) => !isLocked(offer))], isIncomplete };
}

async function idOffers({ scope }: Offering): Promise<Offers> {
  const { tables, isComplete } = await scope.tables.search("");
  const offers = tables.flatMap(({ id, objectName }) => (id ? [createJsonSuggestion(id, "table", objectName)] : []));
  return { offers, isIncomplete: !isComplete };
}

/**
 * Suggests key columns for `upsert`: the columns that its source and target share. If the columns of only one of them
 * are known, suggests those.
 */
async function keyOffers({ job, scope, path }: Offering): Promise<Offers> {
  const action = job.actions[Number(path[2])]?.node;
  const sides = await Promise.all(
    ["target", "source"].map((side) => columnNames(job, locatedTextOf(jsonValueAt(action, "upsert", side)), scope)),
  );
  const [first = [], second] = sides.flatMap((names) => (names ? [names] : []));
  const shared = second?.map((name) => name.toLowerCase());
  const names = shared ? first.filter((name) => shared.includes(name.toLowerCase())) : first;
  return { offers: names.map((name) => createJsonSuggestion(name, "column")) };
}

async function columnNames(
  job: ParsedJobFile,
  named: LocatedText | undefined,
  scope: JobScope,
): Promise<readonly string[] | undefined> {
  if (!named) {
    return undefined;
  }
  const input = findJobInput(job, named.text);
  const columns = input
    ? await readInputColumns(job, input, scope)
    : (await scope.tables.find([named.text.toLowerCase()])).tables[0]?.columns;
  return columns?.map(({ name }) => name);
}

async function inputColumnOffers({ job, scope, path }: Offering): Promise<Offers> {
  const input: JobInput | undefined = job.inputs[Number(path[2])];
  const columns = input && (await readInputColumns(job, input, scope));
  return { offers: (columns ?? []).map(({ name }) => createJsonSuggestion(name, "column")) };
}

/**
 * Suggests tenants that the job's list does not contain yet. The list item at the cursor is ignored, so its own tenant
 * is suggested too.
 */
async function tenantOffers({ job: { root }, scope, path }: Offering): Promise<Offers> {
  const listed = jsonItemsOf(jsonValueAt(root, "job", "tenants"))
    .filter((_, index) => index !== path[2])
    .flatMap((item) => locatedTextOf(item)?.text ?? []);
  const tenants = (await scope.tenants?.()) ?? [];
  const open = tenants.filter(({ code }) => !listed.includes(code));
  return {
    offers: open.map(({ code, displayName }) => ({
      ...createJsonSuggestion(code, "tenant", displayName),
      filter: `${code} ${displayName}`,
    })),
  };
}

function inputFileOffers({ job }: Offering): Offers {
  return {
    offers: job.uploads.flatMap(({ filename, path }) =>
      filename ? [createJsonSuggestion(filename.text, "file", path.text)] : [],
    ),
  };
}

/** Suggests names for an uploaded file: its local file name, and the file names that the job's inputs read. */
function uploadNameOffers({ job, path }: Offering): Offers {
  const local = String(path[1]).split("/").at(-1) ?? "";
  const wanted = job.inputs.flatMap(({ files }) => files.map(({ text }) => text));
  const names = [...new Set([...wanted, ...(local === "" ? [] : [local])])];
  return {
    offers: names.map((name) =>
      createJsonSuggestion(name, "file", wanted.includes(name) ? "Read by an input" : undefined),
    ),
  };
}

async function sqlFileOffers(offering: Offering): Promise<Offers> {
  return await fileOffers(offering, ".tablesql");
}

function outputOffers({ job }: Offering): Offers {
  const names = new Set(job.outputs.map(({ text }) => text));
  return { offers: [...names].map((name) => createJsonSuggestion(name, "output", "Output of the job")) };
}

interface FileOffer {
  readonly label: string;
  readonly kind: "file" | "folder";
  /** JSON text that the suggestion inserts. */
  readonly text: string;
}

/** Suggests local folders, and files whose names end with a given suffix. Job files are excluded. */
async function fileOffers(
  { scope: { files }, typed }: { readonly scope: { readonly files?: JobFiles }; readonly typed: string },
  ending: string,
): Promise<{ readonly offers: readonly FileOffer[]; readonly isIncomplete: boolean }> {
  const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
  const names = (await files?.list(folder)) ?? [];
  const offers = names
    .filter((name) => name.endsWith("/") || (name.endsWith(ending) && !name.endsWith(jobFileSuffix)))
    .map((name): FileOffer => {
      const label = folder + name;
      return { label, kind: name.endsWith("/") ? "folder" : "file", text: JSON.stringify(label) };
    });
  return { offers, isIncomplete: true };
}
