import type { Connection, ConnectionSource } from "../../duckdb/database.ts";
import { DriverError } from "../drivers/driver-error.ts";
import { type FileFacts, FileFactsCollector } from "../intake/csv-source.ts";
import type { IntakeFiles } from "../intake/intake-files.ts";
import type { LoadArtifact } from "../store/connector-store.ts";
import { flushFile } from "../store/service-files.ts";
import { incrementalColumnOf, type ReadSettings } from "./connector-settings.ts";
import { divideCsv } from "./divide-csv.ts";
import {
  assignTargets,
  checkArtifact,
  createArtifact,
  type ExtractionTarget,
  type ExtractionTargets,
  isDataFile,
  matchesPathPattern,
  stemOfFile,
  stemOfTable,
} from "./extraction-target.ts";
import { type ExtractionWindow, findWindow, startOfMonthsBefore, type WindowRequest } from "./extraction-window.ts";
import { openSourceFile, type SourceFile, type TimeBound, writeRows } from "./source-file.ts";
import type { SourceSystem } from "./source-system.ts";

/** Request to read from a connector. */
export interface ConnectorReading {
  /** Name of the connector, for messages. */
  readonly name: string;
  readonly settings: ReadSettings;
  readonly window: WindowRequest;
  /** Months of data that tables without an incremental column are bounded to. */
  readonly snapshotMonths: number | undefined;
  readonly targets: ExtractionTargets;
  /** Targets that are left out, such as those of another data category. */
  readonly accepts: (target: ExtractionTarget) => boolean;
  /** End of the last extraction, by target. */
  readonly extractedTo: ReadonlyMap<string, number>;
  readonly artifacts: ReadonlyMap<string, LoadArtifact>;
  /** Creation of artifacts: of missing ones, of all again, or of none. */
  readonly generation: "missing" | "all" | "none";
  /** Whether rows of a window go into table sources, which need the setting `keyColumns` for that. */
  readonly needsKeys: boolean;
  readonly hasFractions: boolean;
  readonly batchSize: number | undefined;
  readonly now: number;
}

/** A CSV file with extracted rows. */
interface ExtractedFile {
  /** Path relative to the data folder. */
  readonly file: string;
  readonly name: string;
  readonly rows: number;
  /** Facts of the file, if they were collected when it was written. */
  readonly facts?: FileFacts | undefined;
}

/** Rows and files that were read for a target. */
export interface TargetReading {
  readonly target: ExtractionTarget;
  readonly artifact: LoadArtifact;
  /** Whether the artifact is new or another one than before. */
  readonly isArtifactNew: boolean;
  readonly window: ExtractionWindow;
  readonly isIncremental: boolean;
  readonly files: readonly ExtractedFile[];
  readonly rows: number;
}

interface ReadingTools {
  /** Owner of the extracted files, a UUID. */
  readonly owner: string;
  readonly files: IntakeFiles;
  /** Database in which files are converted. */
  readonly database: ConnectionSource;
  readonly signal: AbortSignal;
  /** Called with the path of each file that is made, relative to the data folder. */
  readonly onFile: (file: string) => void;
  readonly report: (text: string) => void;
}

/**
 * Reads the rows of a source system in their windows and writes them as CSV files with the columns of the targets. Throws
 * errors whose messages are for users.
 */
export async function readConnector(
  system: SourceSystem,
  reading: ConnectorReading,
  tools: ReadingTools,
): Promise<readonly TargetReading[]> {
  const reader = new ConnectorReader(reading, tools);
  return system.kind === "tables" ? reader.readTables(system) : reader.readFiles(system);
}

/** Columns of a target and how its rows are bounded. */
interface Plan {
  readonly artifact: LoadArtifact;
  readonly isArtifactNew: boolean;
  readonly window: ExtractionWindow;
  readonly isIncremental: boolean;
  readonly bounds: readonly TimeBound[];
}

class ConnectorReader {
  readonly #reading: ConnectorReading;
  readonly #tools: ReadingTools;

  constructor(reading: ConnectorReading, tools: ReadingTools) {
    this.#reading = reading;
    this.#tools = tools;
  }

  async readTables({ session }: Extract<SourceSystem, { kind: "tables" }>): Promise<readonly TargetReading[]> {
    const { name, settings, targets } = this.#reading;
    const found = settings.tables ?? (await this.#matching(await session.tables(), stemOfTable));
    if (found.length === 0) {
      throw new DriverError(
        `${name} has no table that matches a ${targets.kind} by its name; name tables in its setting tables.`,
      );
    }
    const readings: TargetReading[] = [];
    for (const { target, name: table } of assignTargets(found, targets, stemOfTable)) {
      if (!this.#reading.accepts(target)) {
        continue;
      }
      this.#tools.report(`Reading ${table} of ${name}.`);
      const columns = await session.columns(table);
      if (columns.length === 0) {
        throw new DriverError(`${name} has no table ${table}, or its user may not read it.`);
      }
      const plan = this.#plan(
        target,
        table,
        columns.map((column) => column.name),
      );
      const file = await this.#newFile();
      const facts = new FileFactsCollector();
      const rows = await session.extract(
        {
          table,
          columns: plan.artifact.columns.map(({ name: as, from }) => ({ name: from, as })),
          bounds: plan.bounds,
          timeZone: settings.timeZone,
          hasFractions: this.#reading.hasFractions,
        },
        this.#tools.files.locate(file),
        (bytes) => facts.add(bytes),
      );
      const files = await this.#divide({ file, name: `${stemOfTable(table)}.csv`, rows, facts: facts.finish() });
      readings.push({ target, ...plan, files, rows });
    }
    return readings;
  }

  async readFiles(system: Extract<SourceSystem, { kind: "files" }>): Promise<readonly TargetReading[]> {
    const { name, settings, targets } = this.#reading;
    const listed = (await system.list())?.filter(isDataFile);
    const entries = settings.tables ?? (listed ? await this.#matching(listed, stemOfFile) : []);
    if (entries.length === 0 && !listed) {
      throw new DriverError(
        `${name} has no setting tables; name the paths that are to be read there, as in "Employee: /employees.csv".`,
      );
    }
    const readings: TargetReading[] = [];
    for (const [target, patterns] of groupByTarget(assignTargets(entries, targets, stemOfFile))) {
      if (!this.#reading.accepts(target)) {
        continue;
      }
      const names = patterns.flatMap((pattern) => (listed ? findMatching(pattern, listed, name) : [pattern]));
      readings.push(await this.#readGroup(system, target, patterns, names));
    }
    return readings;
  }

  async #readGroup(
    system: Extract<SourceSystem, { kind: "files" }>,
    target: ExtractionTarget,
    patterns: readonly string[],
    names: readonly string[],
  ): Promise<TargetReading> {
    const { signal, files, database, report } = this.#tools;
    const temporary: string[] = [];
    const newPath = async () => {
      const file = await this.#newFile();
      temporary.push(file);
      return files.locate(file);
    };
    const written: ExtractedFile[] = [];
    let plan: Plan | undefined;
    try {
      await database.use(async (connection) => {
        for (const each of names) {
          report(`Reading ${each} of ${this.#reading.name}.`);
          for await (const path of system.download(each, newPath)) {
            const source = await openSourceFile(connection, { name: each, path }, newPath, signal);
            if (source.sql === "") {
              continue;
            }
            plan = this.#planOf(plan, target, patterns.join(", "), source);
            written.push(...(await this.#convert(connection, source, plan)));
            await files.remove(temporary.splice(0));
          }
        }
      });
    } finally {
      await files.remove(temporary);
    }
    const known = plan ?? this.#planWithoutFiles(target, patterns.join(", "));
    return { target, ...known, files: written, rows: written.reduce((sum, { rows }) => sum + rows, 0) };
  }

  async #convert(
    connection: Connection,
    source: SourceFile,
    { artifact, bounds }: Plan,
  ): Promise<readonly ExtractedFile[]> {
    const { settings, hasFractions } = this.#reading;
    const file = await this.#newFile();
    const there = (column: string) => source.columns.some(({ name }) => name === column);
    const columns = artifact.columns.filter(({ from }) => there(from));
    const selection = { columns, bounds, timeZone: settings.timeZone, hasFractions };
    const rows = await writeRows(connection, source, selection, this.#tools.files.locate(file), this.#tools.signal);
    return this.#divide({ file, name: `${stemOfFile(source.name)}.csv`, rows });
  }

  /** Plan of a file: that of the first file of its target, whose columns it must have. */
  #planOf(first: Plan | undefined, target: ExtractionTarget, table: string, source: SourceFile): Plan {
    const columns = source.columns.map(({ name }) => name);
    if (source.isSchemaless) {
      const former = this.#reading.artifacts.get(target.name);
      const { columns: taken = [] } = first?.artifact ?? (former?.table === table ? former : {});
      // A column that no row has is empty in all of them.
      columns.push(...taken.filter(({ from }) => !columns.includes(from)).map(({ from }) => from));
    }
    if (!first) {
      return this.#plan(target, table, columns, source.name);
    }
    checkArtifact(first.artifact, target, source.name, columns);
    this.#checkIncremental(target, source.name, columns);
    return first;
  }

  #plan(target: ExtractionTarget, table: string, columns: readonly string[], shown = table): Plan {
    const { artifacts, generation } = this.#reading;
    const former = artifacts.get(target.name);
    // Of another table, which the settings have named before, nothing holds.
    const known = former?.table === table ? former : undefined;
    if (!known && generation === "none") {
      throw new DriverError(
        `${shown} has no load artifact for ${target.name} yet; extract without disableArtifactGeneration, which makes it.`,
      );
    }
    const isKept = known && generation !== "all";
    if (isKept) {
      checkArtifact(known, target, shown, columns);
    }
    const artifact = isKept ? known : { ...createArtifact(target, shown, columns), table };
    const column = this.#checkIncremental(target, shown, columns);
    if (column !== undefined) {
      this.#checkKeys(target, artifact, shown);
    }
    const window = this.#windowOf(target, table);
    return {
      artifact,
      isArtifactNew: JSON.stringify(artifact) !== JSON.stringify(known),
      window,
      isIncremental: column !== undefined,
      bounds: column === undefined ? this.#snapshotBounds(target, artifact, window) : [{ column, ...window }],
    };
  }

  #planWithoutFiles(target: ExtractionTarget, table: string): Plan {
    const artifact = this.#reading.artifacts.get(target.name) ?? { table, columns: [] };
    const isIncremental = incrementalColumnOf(this.#reading.settings, target.name) !== undefined;
    return { artifact, isArtifactNew: false, window: this.#windowOf(target, table), isIncremental, bounds: [] };
  }

  #windowOf({ name }: ExtractionTarget, table: string): ExtractionWindow {
    const { window, artifacts, extractedTo, now, settings } = this.#reading;
    const last = artifacts.get(name)?.table === table ? extractedTo.get(name) : undefined;
    return findWindow(window, last, now, settings.timeZone);
  }

  /** Returns the incremental column of a target as the table spells it. */
  #checkIncremental({ name }: ExtractionTarget, table: string, columns: readonly string[]): string | undefined {
    const wanted = incrementalColumnOf(this.#reading.settings, name);
    const found = columns.find((column) => column.toLowerCase() === wanted?.toLowerCase());
    if (wanted !== undefined && found === undefined) {
      throw new DriverError(`${table} has no column ${wanted}, which the setting incrementalColumn names for ${name}.`);
    }
    return found;
  }

  #checkKeys({ name }: ExtractionTarget, { columns }: LoadArtifact, table: string): void {
    const { needsKeys, settings } = this.#reading;
    if (!needsKeys) {
      return;
    }
    if (settings.keyColumns.length === 0) {
      throw new DriverError(
        `The setting keyColumns is missing, which names the columns by which rows of ${table} replace those of ${name}.`,
      );
    }
    const missing = settings.keyColumns.find(
      (key) => !columns.some((column) => column.name.toLowerCase() === key.toLowerCase()),
    );
    if (missing !== undefined) {
      throw new DriverError(`${table} fills no column ${missing} of ${name}, which the setting keyColumns names.`);
    }
  }

  #snapshotBounds(
    { snapshotColumn }: ExtractionTarget,
    { columns }: LoadArtifact,
    { to }: ExtractionWindow,
  ): readonly TimeBound[] {
    const { snapshotMonths, settings } = this.#reading;
    const column = columns.find(({ name }) => name === snapshotColumn)?.from;
    return snapshotMonths === undefined || column === undefined
      ? []
      : [{ column, from: startOfMonthsBefore(to, snapshotMonths, settings.timeZone), to: undefined }];
  }

  /** Tables or files that match a target by their names. */
  async #matching(names: readonly string[], stemOf: (name: string) => string) {
    const { targets } = this.#reading;
    return names.filter((name) => targets.match(stemOf(name))).map((name) => ({ target: undefined, name }));
  }

  async #newFile(): Promise<string> {
    const file = await this.#tools.files.newPath(this.#tools.owner);
    this.#tools.onFile(file);
    return file;
  }

  /** Flushes an extracted file; divides it if it has more rows than a batch. Files without rows are not kept. */
  async #divide({ file, name, rows, facts }: ExtractedFile): Promise<readonly ExtractedFile[]> {
    const { files, signal } = this.#tools;
    const { batchSize = rows } = this.#reading;
    if (rows === 0) {
      await files.remove([file]);
      return [];
    }
    if (rows <= batchSize) {
      await flushFile(files.locate(file));
      return [{ file, name, rows, facts }];
    }
    const pieces: string[] = [];
    const newPath = async () => {
      pieces.push(await this.#newFile());
      return files.locate(pieces.at(-1) ?? "");
    };
    const counts = await divideCsv(files.locate(file), batchSize, newPath, signal);
    await files.remove([file]);
    const stem = name.replace(/\.csv$/, "");
    return pieces.map((piece, index) => ({ file: piece, name: `${stem}-${index + 1}.csv`, rows: counts[index] ?? 0 }));
  }
}

function groupByTarget(
  assigned: readonly { readonly target: ExtractionTarget; readonly name: string }[],
): ReadonlyMap<ExtractionTarget, readonly string[]> {
  const names = new Map<string, string[]>();
  const targets = new Map<string, ExtractionTarget>();
  for (const { target, name } of assigned) {
    targets.set(target.name, targets.get(target.name) ?? target);
    names.set(target.name, [...(names.get(target.name) ?? []), name]);
  }
  return new Map([...targets].map(([name, target]) => [target, names.get(name) ?? []]));
}

/** Files that a pattern of the setting `tables` stands for. Throws a DriverError for a name without a file. */
function findMatching(pattern: string, listed: readonly string[], connector: string): readonly string[] {
  const found = listed.filter((path) => matchesPathPattern(pattern, path));
  if (found.length === 0 && !pattern.includes("*")) {
    throw new DriverError(`${connector} has no file ${pattern}.`);
  }
  return found;
}
