import { matchSource, type Source } from "../intake/sources.ts";
import type { AccessibleJobTable } from "../sql-jobs/accessible-tables.ts";
import type { LoadArtifact } from "../store/connector-store.ts";
import { isSameName } from "../store/same-name.ts";
import type { TableSetting } from "./connector-settings.ts";

/** A source or table source that an extraction fills. */
export interface ExtractionTarget {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly isMandatory: boolean }[];
  /** Column with the time of a row's data, by which snapshots are bounded. */
  readonly snapshotColumn: string | undefined;
}

/** Finds targets by what names them. */
export interface ExtractionTargets {
  /** Name of the kind of target in messages: `source` or `table source`. */
  readonly kind: string;
  /** Returns the target with exactly this name. */
  find(name: string): ExtractionTarget | undefined;
  /** Returns the target that a table or file is for by its name, without schema, folder and endings. */
  match(stem: string): ExtractionTarget | undefined;
}

/** The sources of a tenant, which receive load files. */
export function sourceTargets(sources: readonly Source[]): ExtractionTargets {
  const toTarget = (source: Source | undefined) =>
    source && {
      name: source.id,
      columns: source.schema.columns,
      snapshotColumn: source.schema.columns.find(({ role }) => role === "effectiveDate" || role === "eventDate")?.name,
    };
  return {
    kind: "source",
    find: (name) => toTarget(sources.find(({ id }) => id === name)),
    match: (stem) => toTarget(matchSource(sources, `${stem}.csv`)),
  };
}

/** The table sources that a tenant may write. */
export function tableTargets(tables: readonly AccessibleJobTable[]): ExtractionTargets {
  const find = (wanted: string) => {
    const found = tables.find(({ name, isReadonly }) => !isReadonly && isSameName(name, wanted));
    return (
      found && {
        name: found.name,
        columns: found.columns.map(({ name }) => ({ name, isMandatory: false })),
        snapshotColumn: undefined,
      }
    );
  };
  return { kind: "table source", find, match: find };
}

/** Name of a table without its schema. */
export function stemOfTable(name: string): string {
  return name.split(".").at(-1) ?? name;
}

/** Name of a file, or of the last step of an address, without folder and endings. */
export function stemOfFile(name: string): string {
  const [path = ""] = name.split("?");
  return (path.split("/").at(-1) ?? path).replace(dataFileEnding, "");
}

const dataFileEnding = /\.(csv|jsonl|ndjson|json|parquet)(\.gz)?$/i;

/** Whether a file is data by its name, and complete. */
export function isDataFile(name: string): boolean {
  const base = name.split("/").at(-1) ?? name;
  return dataFileEnding.test(base) && !base.startsWith(".");
}

/**
 * Whether a path matches a pattern, in which `*` is any text within a step. Does not backtrack, so that many stars cost
 * no more than one.
 */
export function matchesPathPattern(pattern: string, path: string): boolean {
  const texts = path.split("/");
  const steps = pattern.split("/");
  return steps.length === texts.length && steps.every((step, index) => matchesStep(step, texts[index] ?? ""));
}

function matchesStep(step: string, text: string): boolean {
  const [first = "", ...others] = step.split("*");
  const last = others.pop();
  if (last === undefined) {
    return step === text;
  }
  let end = first.length;
  for (const piece of others) {
    // What a former star takes less leaves more to the next one, so that the first place is the best.
    const at = text.indexOf(piece, end);
    if (at < 0) {
      return false;
    }
    end = at + piece.length;
  }
  return text.startsWith(first) && text.endsWith(last) && end + last.length <= text.length;
}

/** Error for tables and columns that do not fit the targets. The message is a sentence for users. */
export class ArtifactProblem extends Error {
  override readonly name = "ArtifactProblem";
}

/** Assigns names of tables or files to targets by the settings, or by themselves. Throws `ArtifactProblem`. */
export function assignTargets(
  entries: readonly TableSetting[],
  targets: ExtractionTargets,
  stemOf: (name: string) => string,
): readonly { readonly target: ExtractionTarget; readonly name: string }[] {
  return entries.map(({ target, name }) => {
    const found = target === undefined ? targets.match(stemOf(name)) : targets.find(target);
    if (!found) {
      throw new ArtifactProblem(
        target === undefined
          ? `${name} matches no ${targets.kind} by its name; name one in the setting tables, as in "Employee: ${name}".`
          : `There is no ${targets.kind} "${target}", which the setting tables names.`,
      );
    }
    return { target: found, name };
  });
}

/** Assigns the columns of a table to those of a target by name. Throws `ArtifactProblem` if a mandatory one is left. */
export function createArtifact(target: ExtractionTarget, table: string, columns: readonly string[]): LoadArtifact {
  const matched = target.columns.flatMap(({ name }) => {
    const from = columns.find((column) => column === name) ?? columns.find((column) => fold(column) === fold(name));
    return from === undefined ? [] : [{ name, from }];
  });
  const missing = target.columns.filter(
    ({ name, isMandatory }) => isMandatory && !matched.some((column) => column.name === name),
  );
  if (missing.length > 0 || matched.length === 0) {
    const lacking = (missing.length > 0 ? missing : target.columns).map(({ name }) => name);
    throw new ArtifactProblem(
      `${table} has no column ${lacking.join(missing.length > 0 ? ", " : " or ")}, which ${target.name} ${missing.length > 0 ? "needs" : "takes"}; it has ${columns.join(", ") || "none"}.`,
    );
  }
  return { table, columns: matched };
}

/** Throws `ArtifactProblem` if a table lacks a column that an artifact takes, or that the target does not have any more. */
export function checkArtifact(
  { columns }: LoadArtifact,
  target: ExtractionTarget,
  table: string,
  found: readonly string[],
): void {
  const dropped = columns.filter(({ from }) => !found.includes(from));
  if (dropped.length > 0) {
    throw new ArtifactProblem(
      `${table} has no column ${dropped.map(({ from }) => from).join(", ")} any more, which ${target.name} is filled from. Bring it back, or extract with forceUpdateExistingArtifacts to go on without it.`,
    );
  }
  const gone = columns.filter(({ name }) => !target.columns.some((column) => column.name === name));
  if (gone.length > 0) {
    throw new ArtifactProblem(
      `${target.name} has no column ${gone.map(({ name }) => name).join(", ")} any more, which ${table} fills. Extract with forceUpdateExistingArtifacts.`,
    );
  }
}

/** Describes an artifact, for the change in a project. */
export function describeArtifact({ table, columns }: LoadArtifact): string {
  const renamed = columns.map(({ name, from }) => (name === from ? name : `${name} from ${from}`));
  return `Reads ${table}: ${renamed.join(", ")}.`;
}

/** Removes what differs between the names of columns in two systems: case, spaces, underscores and hyphens. */
function fold(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, "");
}
