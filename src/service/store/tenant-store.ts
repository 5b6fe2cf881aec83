import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseOptions, SqlRow } from "../../duckdb/database.ts";
import { logPath } from "../../duckdb/database-file.ts";
import type { CallTenant } from "../call/call.ts";
import { openDatabase } from "./open-database.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { hashSecret } from "./secrets.ts";
import { StoreError } from "./store-error.ts";
import {
  buildTenantFile,
  type LoadTenantData,
  readModel,
  removeUnfinishedTenantFiles,
  tenantFilePathOf,
} from "./tenant-file.ts";

/** Size and seed of a generated workforce. */
export interface SampleSize {
  readonly people: number;
  readonly seed: number;
}

/** The sample that a tenant's data was generated from. */
export interface LoadedSample extends SampleSize {
  /** Layout version of the tables. Undefined for data of an earlier version of the service. */
  readonly layout: number | undefined;
}

/** A stored tenant, without its data. */
export interface TenantRecord {
  readonly code: string;
  /** Code of the administrating tenant. Undefined for an administrating tenant. */
  readonly parent: string | undefined;
  readonly displayName: string;
  readonly vanityName: string;
  /** The sample that the tenant's data was generated from. Undefined for an empty tenant. */
  readonly sample: LoadedSample | undefined;
}

interface TenantStoreOptions extends DatabaseOptions {
  /**
   * Generates the data of a sample exactly as before, for a tenant whose file is missing; `undefined` if this version
   * would generate it differently. A tenant with data other than a sample's has no `sample` and is never generated
   * again.
   */
  readonly regenerateSample?: (sample: LoadedSample) => LoadTenantData | undefined;
}

/** Stores the tenants. Opens the database of a tenant on first use. */
export class TenantStore {
  readonly #platform: PlatformDatabase;
  readonly #folder: string;
  readonly #options: TenantStoreOptions;
  readonly #records = new Map<string, TenantRecord>();
  readonly #codeOfKey = new Map<string, string>();
  readonly #withDocuments = new Set<string>();
  readonly #opened = new Map<string, Promise<CallTenant>>();

  private constructor(platform: PlatformDatabase, folder: string, options: TenantStoreOptions) {
    this.#platform = platform;
    this.#folder = folder;
    this.#options = options;
  }

  static async open(platform: PlatformDatabase, dataFolder: string, options: TenantStoreOptions): Promise<TenantStore> {
    const store = new TenantStore(platform, join(dataFolder, "tenants"), options);
    await mkdir(store.#folder, { recursive: true });
    await removeUnfinishedTenantFiles(store.#folder);
    for (const row of await platform.use((connection) => connection.rows("SELECT * FROM tenants"))) {
      const record = toRecord(row);
      store.#records.set(record.code, record);
      if (typeof row.api_key_hash === "string") {
        store.#codeOfKey.set(row.api_key_hash, record.code);
      }
      if (row.has_documents === true) {
        store.#withDocuments.add(record.code);
      }
    }
    return store;
  }

  record(code: string): TenantRecord | undefined {
    return this.#records.get(code);
  }

  /** Returns the tenants that an administrating tenant manages, ordered by code. */
  children(code: string): TenantRecord[] {
    return [...this.#records.values()]
      .filter((record) => record.parent === code)
      .sort((one, other) => (one.code < other.code ? -1 : 1));
  }

  /** Returns the code of the tenant that an API key belongs to. */
  codeOfApiKey(apiKey: string): string | undefined {
    return this.#codeOfKey.get(hashSecret(apiKey));
  }

  async setApiKey(code: string, apiKey: string): Promise<void> {
    const hash = hashSecret(apiKey);
    await this.#platform.use((connection) =>
      connection.run("UPDATE tenants SET api_key_hash = ? WHERE code = ?", [hash, code]),
    );
    for (const [known, owner] of this.#codeOfKey) {
      if (owner === code) {
        this.#codeOfKey.delete(known);
      }
    }
    this.#codeOfKey.set(hash, code);
  }

  /** Whether the sample documents were ever added to the tenant. Users may have deleted them since. */
  hasDocuments(code: string): boolean {
    return this.#withDocuments.has(code);
  }

  async markDocumentsProvisioned(code: string): Promise<void> {
    await this.#platform.use((connection) =>
      connection.run("UPDATE tenants SET has_documents = true WHERE code = ?", [code]),
    );
    this.#withDocuments.add(code);
  }

  /** Builds the data of a tenant, then stores the tenant. A stored tenant therefore always has data. */
  async build(record: TenantRecord, load: LoadTenantData, signal: AbortSignal): Promise<void> {
    await this.#close(record.code);
    await buildTenantFile(tenantFilePathOf(this.#folder, record.code), this.#optionsOf(record.code), load, signal);
    const { people = null, seed = null, layout = null } = record.sample ?? {};
    const sample = [people, seed, layout];
    await this.#platform.use((connection) =>
      this.#records.has(record.code)
        ? connection.run("UPDATE tenants SET people = ?, seed = ?, sample_layout = ? WHERE code = ?", [
            ...sample,
            record.code,
          ])
        : connection.run(
            `INSERT INTO tenants (code, parent, display_name, vanity_name, people, seed, sample_layout)
             VALUES (?, ?, ?, ?, ?, ?, ?)`,
            [record.code, record.parent ?? null, record.displayName, record.vanityName, ...sample],
          ),
    );
    this.#records.set(record.code, record);
  }

  /**
   * Returns a tenant with its model and open database, or undefined for an unknown code. If the tenant's file cannot be
   * opened, reading `model` or `database` throws the `StoreError`. Calls that read neither still work.
   */
  async find(code: string): Promise<CallTenant | undefined> {
    const record = this.#records.get(code);
    if (!record) {
      return undefined;
    }
    const opening = this.#opened.get(code) ?? this.#open(record);
    this.#opened.set(code, opening);
    try {
      return await opening;
    } catch (error) {
      // The next call tries again: the file may have been repaired by then.
      this.#opened.delete(code);
      if (error instanceof StoreError) {
        return unusableTenant(record, error);
      }
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const code of [...this.#opened.keys()]) {
      await this.#close(code);
    }
  }

  /** Opens the file read-only: it must stay exactly the generated sample, because it may be generated again. */
  async #open(record: TenantRecord): Promise<CallTenant> {
    const { code, displayName, sample } = record;
    const path = tenantFilePathOf(this.#folder, code);
    const options = this.#optionsOf(code);
    const remake = sample && this.#regenerateSample(sample);
    if (!existsSync(path) && !existsSync(logPath(path))) {
      if (!remake) {
        throw new StoreError(`the file ${path} with the data of ${code} is missing. Restore it from a backup`);
      }
      options.onWarning?.(`The file ${path} is missing; the sample of ${code} is generated again.`);
      await buildTenantFile(path, options, remake, new AbortController().signal);
    }
    const database = await openDatabase(
      path,
      { ...options, isReadOnly: true },
      remake ? "Restore it from a backup, or remove it to have the sample generated again" : undefined,
    );
    try {
      return { code, displayName, model: await readModel(database), database };
    } catch (error) {
      database.close();
      throw new StoreError(`the file ${path} has incomplete data of a tenant. Restore it from a backup`, {
        cause: error,
      });
    }
  }

  /** Options with a spill folder for this tenant, because DuckDB gives spill files of all databases the same names. */
  #optionsOf(code: string): DatabaseOptions {
    const { regenerateSample: _, temporaryFolder, ...options } = this.#options;
    return temporaryFolder === undefined ? options : { ...options, temporaryFolder: join(temporaryFolder, code) };
  }

  #regenerateSample(sample: LoadedSample): LoadTenantData | undefined {
    return this.#options.regenerateSample?.(sample);
  }

  async #close(code: string): Promise<void> {
    const opening = this.#opened.get(code);
    this.#opened.delete(code);
    if (opening) {
      (await opening).database.close();
    }
  }
}

function unusableTenant({ code, displayName }: TenantRecord, reason: StoreError): CallTenant {
  const fail = (): never => {
    throw reason;
  };
  return {
    code,
    displayName,
    get model() {
      return fail();
    },
    get database() {
      return fail();
    },
  };
}

function toRecord(row: SqlRow): TenantRecord {
  return {
    code: String(row.code),
    parent: row.parent === null ? undefined : String(row.parent),
    displayName: String(row.display_name),
    vanityName: String(row.vanity_name),
    sample: row.people === null ? undefined : toSample(row),
  };
}

function toSample({ people, seed, sample_layout: layout }: SqlRow): LoadedSample {
  return { people: Number(people), seed: Number(seed), layout: layout === null ? undefined : Number(layout) };
}
