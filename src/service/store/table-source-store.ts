import type { Connection } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { type StoredTableSource, TableSourceDefinitions } from "./table-source-definitions.ts";

/** Stores the definitions of table sources; `table-data.ts` stores their rows. */
export class TableSourceStore {
  readonly #platform: PlatformDatabase;
  /**
   * Definitions by tenant, ordered by name. Cached, because every tenant of a job reads them and they seldom change.
   */
  #byTenant: Promise<ReadonlyMap<string, readonly StoredTableSource[]>> | undefined;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Definitions of the tenant and those inherited from `parent`, ordered by name. */
  async list(
    tenant: string,
    parent: string | undefined,
    page?: { readonly limit: number; readonly start: number },
  ): Promise<StoredTableSource[]> {
    const visible = await this.#visible(tenant, parent);
    return page ? visible.slice(page.start, page.start + page.limit) : visible;
  }

  async find(tenant: string, parent: string | undefined, uuid: string): Promise<StoredTableSource | undefined> {
    return (await this.#visible(tenant, parent)).find(({ definition }) => definition.uuid === uuid);
  }

  /** Adds all definitions or none; a definition whose uuid exists stays unchanged. */
  addAll(sources: readonly StoredTableSource[]): Promise<void> {
    return this.change(async (definitions) => {
      for (const source of sources) {
        await definitions.insert(source);
      }
    });
  }

  /**
   * Runs work in a transaction, with all of its writes or none. Changes run one after the other, so that what the work
   * has checked stays true.
   */
  async change<Value>(work: (definitions: TableSourceDefinitions) => Promise<Value>): Promise<Value> {
    try {
      return await this.#platform.transaction((connection) => work(new TableSourceDefinitions(connection)));
    } finally {
      // Drops also a read in progress, which may have begun before the change.
      this.#byTenant = undefined;
    }
  }

  async #visible(tenant: string, parent: string | undefined): Promise<StoredTableSource[]> {
    const reading = this.#byTenant ?? this.#platform.use((connection) => readByTenant(connection));
    this.#byTenant = reading;
    const byTenant = await reading.catch((error: unknown) => {
      this.#byTenant = undefined;
      throw error;
    });
    const defined = byTenant.get(tenant) ?? [];
    const inherited = (parent === undefined ? [] : (byTenant.get(parent) ?? [])).filter(
      ({ definition }) => definition.canChildrenInherit ?? false,
    );
    return inherited.length === 0 ? [...defined] : [...defined, ...inherited].sort(byName);
  }
}

async function readByTenant(connection: Connection): Promise<ReadonlyMap<string, readonly StoredTableSource[]>> {
  const byTenant = new Map<string, StoredTableSource[]>();
  for (const source of await new TableSourceDefinitions(connection).all()) {
    const defined = byTenant.get(source.tenant) ?? [];
    byTenant.set(source.tenant, defined);
    defined.push(source);
  }
  return byTenant;
}

function byName({ definition: one }: StoredTableSource, { definition: other }: StoredTableSource): number {
  const [before, after] = [`${one.objectName} ${one.uuid}`, `${other.objectName} ${other.uuid}`];
  return before < after ? -1 : Number(before > after);
}
