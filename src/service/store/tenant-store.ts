import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseOptions, SqlRow } from "../../duckdb/database.ts";
import type { CallTenant } from "../call/call.ts";
import { viewAdditionsOf, withStoredAttributes } from "../model/added-attributes.ts";
import { applyChanges, type ModelChange } from "../model/model-change.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import type { DataVersion, DataVersionStore } from "./data-version-store.ts";
import { ModelChanges, type ProjectView } from "./model-changes.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { hashSecret } from "./secrets.ts";
import { StoreError } from "./store-error.ts";
import { type Restrict, TenantData, type TenantDataLease, type VisibleData } from "./tenant-data.ts";
import { type LoadTenantData, removeUnfinishedTenantFiles } from "./tenant-file.ts";

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
  /** Codes of the tenants whose data together is that of a consolidated tenant. Undefined for other tenants. */
  readonly consolidates?: readonly string[] | undefined;
}

/** A tenant that a call acts on. The data that it shows stays as it is, whatever is published meanwhile, until the release. */
export interface LeasedTenant extends CallTenant {
  /** Whether the data was read. */
  readonly hasRead: boolean;
  /** Ends the use of the data. Further calls have no effect. */
  release(): void;
}

interface TenantStoreOptions extends DatabaseOptions {
  /**
   * Generates the data of a sample exactly as before, for a tenant whose file is missing; `undefined` if this version
   * would generate it differently. A tenant with data other than a sample's has no `sample` and is never generated
   * again.
   */
  readonly regenerateSample?: (sample: LoadedSample) => LoadTenantData | undefined;
}

/** Stores the tenants. Opens the data of a tenant on first use. */
export class TenantStore {
  readonly data: TenantData;
  /** Changes of the tenants' models since the tenants were created. */
  readonly modelChanges: ModelChanges;
  readonly #platform: PlatformDatabase;
  readonly #versions: DataVersionStore;
  readonly #options: TenantStoreOptions;
  readonly #records = new Map<string, TenantRecord>();
  readonly #codeOfKey = new Map<string, string>();
  readonly #withDocuments = new Set<string>();
  /** Cache of the visible data, by the list of changes of a project or of production. */
  readonly #views = new WeakMap<readonly ModelChange[], VisibleData & { readonly published: readonly ModelChange[] }>();

  private constructor(
    platform: PlatformDatabase,
    versions: DataVersionStore,
    data: TenantData,
    options: TenantStoreOptions,
  ) {
    this.#platform = platform;
    this.modelChanges = new ModelChanges(platform);
    this.#versions = versions;
    this.data = data;
    this.#options = options;
  }

  static async open(
    platform: PlatformDatabase,
    dataFolder: string,
    versions: DataVersionStore,
    options: TenantStoreOptions,
  ): Promise<TenantStore> {
    const folder = join(dataFolder, "tenants");
    await mkdir(folder, { recursive: true });
    await removeUnfinishedTenantFiles(folder);
    const { regenerateSample: _, ...database } = options;
    const store = new TenantStore(platform, versions, new TenantData(folder, versions, database), options);
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

  /** Codes of all tenants. */
  codes(): IterableIterator<string> {
    return this.#records.keys();
  }

  /** Builds the data of a tenant, then stores the tenant. A stored tenant therefore always has data. */
  async build(record: TenantRecord, load: LoadTenantData, signal: AbortSignal): Promise<void> {
    await this.data.build(record.code, load, signal);
    const { people = null, seed = null, layout = null } = record.sample ?? {};
    const sample = [people, seed, layout];
    await this.#platform.use((connection) =>
      this.#records.has(record.code)
        ? connection.run("UPDATE tenants SET people = ?, seed = ?, sample_layout = ? WHERE code = ?", [
            ...sample,
            record.code,
          ])
        : connection.run(
            `INSERT INTO tenants (code, parent, display_name, vanity_name, people, seed, sample_layout, consolidates)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
            [
              record.code,
              record.parent ?? null,
              record.displayName,
              record.vanityName,
              ...sample,
              record.consolidates ? JSON.stringify(record.consolidates) : null,
            ],
          ),
    );
    this.#records.set(record.code, record);
  }

  /**
   * Returns a tenant with its model and data, or undefined for an unknown code. With a project, the model and the data are
   * what its queries see; with `restrict`, what a caller may see of them. If a file of the data cannot be opened, reading
   * `model` or `database` throws the `StoreError`. Calls that read neither still work.
   */
  async find(
    code: string,
    {
      project,
      restrict,
    }: { readonly project?: ProjectView | undefined; readonly restrict?: Restrict | undefined } = {},
  ): Promise<LeasedTenant | undefined> {
    const record = this.#records.get(code);
    if (!record) {
      return undefined;
    }
    try {
      const pick = () => this.#versions.visible(code, project?.project);
      return new OpenTenant(record, await this.#open(code, pick, await this.#visibleIn(code, project), restrict));
    } catch (error) {
      if (error instanceof StoreError) {
        return unusableTenant(record, error);
      }
      throw error;
    }
  }

  /**
   * Opens data versions of a tenant (see `TenantData.open`), with all attributes that the files of versions may hold, also
   * those that queries do not see any more. Throws `StoreError`.
   */
  async openVersions(code: string, pick: () => Promise<readonly DataVersion[]>): Promise<TenantDataLease> {
    return this.#open(code, pick, await this.storedView(code));
  }

  /** Returns the data that builds read and write: the model and the tables with all stored attributes. */
  async storedView(code: string): Promise<VisibleData> {
    const published = await this.modelChanges.published(code);
    return {
      additions: viewAdditionsOf(published),
      modelOf: (created) => withStoredAttributes(created, published),
    };
  }

  async #visibleIn(code: string, project: ProjectView | undefined): Promise<VisibleData> {
    const published = await this.modelChanges.published(code);
    const own = project ? await this.modelChanges.unpublished(project) : undefined;
    if (published.length + (own?.length ?? 0) === 0) {
      return { additions: undefined, modelOf: (created) => created };
    }
    const known = this.#views.get(own ?? published);
    if (known?.published === published) {
      return known;
    }
    const changes = own ? [...published, ...own] : published;
    const models = new WeakMap<TenantModel, TenantModel>();
    const view = {
      published,
      additions: viewAdditionsOf(changes),
      modelOf: (created: TenantModel) => {
        const model = models.get(created) ?? applyChanges(created, changes);
        models.set(created, model);
        return model;
      },
    };
    this.#views.set(own ?? published, view);
    return view;
  }

  async #open(
    code: string,
    pick: () => Promise<readonly DataVersion[]>,
    view: VisibleData,
    restrict?: Restrict,
  ): Promise<TenantDataLease> {
    const sample = this.#records.get(code)?.sample;
    return this.data.open(code, pick, view, sample && this.#options.regenerateSample?.(sample), restrict);
  }

  close(): Promise<void> {
    return this.data.close();
  }
}

class OpenTenant implements LeasedTenant {
  readonly code: string;
  readonly displayName: string;
  readonly dataVersions: readonly number[];
  readonly #lease: TenantDataLease;
  #hasRead = false;

  constructor({ code, displayName }: TenantRecord, lease: TenantDataLease) {
    this.code = code;
    this.displayName = displayName;
    this.dataVersions = lease.versions.map(({ number }) => number);
    this.#lease = lease;
  }

  get model() {
    return this.#lease.model;
  }

  get database() {
    this.#hasRead = true;
    return this.#lease.database;
  }

  get hasRead(): boolean {
    return this.#hasRead;
  }

  release(): void {
    this.#lease.release();
  }
}

function unusableTenant({ code, displayName }: TenantRecord, reason: StoreError): LeasedTenant {
  const fail = (): never => {
    throw reason;
  };
  return {
    code,
    displayName,
    dataVersions: [],
    hasRead: false,
    get model() {
      return fail();
    },
    get database() {
      return fail();
    },
    release: () => undefined,
  };
}

function toRecord(row: SqlRow): TenantRecord {
  return {
    code: String(row.code),
    parent: row.parent === null ? undefined : String(row.parent),
    displayName: String(row.display_name),
    vanityName: String(row.vanity_name),
    sample: row.people === null ? undefined : toSample(row),
    consolidates: row.consolidates === null ? undefined : JSON.parse(String(row.consolidates)),
  };
}

function toSample({ people, seed, sample_layout: layout }: SqlRow): LoadedSample {
  return { people: Number(people), seed: Number(seed), layout: layout === null ? undefined : Number(layout) };
}
