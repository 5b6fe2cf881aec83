import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Database, type DatabaseOptions, type SqlRow } from "../../duckdb/database.ts";
import type { Tenant } from "../call.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { hashSecret } from "./secrets.ts";
import { buildTenantFile, type LoadTenant, readModel, removeUnfinished, tenantFile } from "./tenant-file.ts";

/** Size and seed of a generated workforce. */
export interface SampleSize {
  readonly people: number;
  readonly seed: number;
}

/** A sample that a tenant's data was generated as. */
export interface LoadedSample extends SampleSize {
  /** Number of the layout of its tables; `undefined` when a version wrote them that noted none. */
  readonly layout: number | undefined;
}

/** What is known of a tenant without its data. */
export interface TenantRecord {
  readonly code: string;
  /** The administrating tenant; none for an administrating tenant itself. */
  readonly parent: string | undefined;
  readonly displayName: string;
  readonly vanityName: string;
  /** The sample that its data was generated as; none while it is empty. */
  readonly sample: LoadedSample | undefined;
}

/** Tenants, and the databases with their data, opened when they are first called on. */
export class TenantStore {
  readonly #platform: PlatformDatabase;
  readonly #folder: string;
  readonly #options: DatabaseOptions;
  readonly #records = new Map<string, TenantRecord>();
  readonly #codeOfKey = new Map<string, string>();
  readonly #withDocuments = new Set<string>();
  readonly #opened = new Map<string, Promise<Tenant>>();

  private constructor(platform: PlatformDatabase, folder: string, options: DatabaseOptions) {
    this.#platform = platform;
    this.#folder = folder;
    this.#options = options;
  }

  static async open(platform: PlatformDatabase, dataFolder: string, options: DatabaseOptions): Promise<TenantStore> {
    const store = new TenantStore(platform, join(dataFolder, "tenants"), options);
    await mkdir(store.#folder, { recursive: true });
    await removeUnfinished(store.#folder);
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

  /** The tenants that an administrating tenant manages, in the order of their codes. */
  children(code: string): TenantRecord[] {
    return [...this.#records.values()]
      .filter((record) => record.parent === code)
      .sort((one, other) => (one.code < other.code ? -1 : 1));
  }

  /** Code of the tenant that an API key belongs to. */
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

  /** Whether the sample's documents were all written for the tenant once; its users may have deleted them since. */
  hasDocuments(code: string): boolean {
    return this.#withDocuments.has(code);
  }

  async noteDocuments(code: string): Promise<void> {
    await this.#platform.use((connection) =>
      connection.run("UPDATE tenants SET has_documents = true WHERE code = ?", [code]),
    );
    this.#withDocuments.add(code);
  }

  /** Builds the tenant's data and then notes the tenant, so that a tenant that is known always has its data. */
  async build(record: TenantRecord, load: LoadTenant, signal: AbortSignal): Promise<void> {
    await this.#close(record.code);
    await buildTenantFile(tenantFile(this.#folder, record.code), this.#optionsOf(record.code), load, signal);
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

  /** The tenant with its model and its open database; `undefined` when nobody knows the code. */
  async find(code: string): Promise<Tenant | undefined> {
    const record = this.#records.get(code);
    if (!record) {
      return undefined;
    }
    const opening = this.#opened.get(code) ?? this.#open(record);
    this.#opened.set(code, opening);
    try {
      return await opening;
    } catch (error) {
      this.#opened.delete(code);
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const code of [...this.#opened.keys()]) {
      await this.#close(code);
    }
  }

  /** Read-only: the file is what the sample was made as and is made anew with it, so nothing else may ever be loaded into it. */
  async #open(record: TenantRecord): Promise<Tenant> {
    const options = { ...this.#optionsOf(record.code), isReadOnly: true };
    const database = await Database.open(tenantFile(this.#folder, record.code), options);
    return { code: record.code, displayName: record.displayName, model: await readModel(database), database };
  }

  /** DuckDB names its spill files alike in every database: each needs a folder of its own. */
  #optionsOf(code: string): DatabaseOptions {
    const { temporaryFolder } = this.#options;
    return temporaryFolder === undefined
      ? this.#options
      : { ...this.#options, temporaryFolder: join(temporaryFolder, code) };
  }

  async #close(code: string): Promise<void> {
    const opening = this.#opened.get(code);
    this.#opened.delete(code);
    if (opening) {
      const { database } = await opening;
      database.close();
    }
  }
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
