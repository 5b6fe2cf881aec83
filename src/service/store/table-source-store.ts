import type { Connection } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { type StoredTableSource, TableSourceDefinitions } from "./table-source-definitions.ts";

/** The definitions of table sources; their rows are table data (`table-data.ts`). */
export class TableSourceStore {
  readonly #platform: PlatformDatabase;
  /** Those of each tenant, in the order of their names: each tenant of a job asks for them, and they seldom change. */
  #known: Promise<ReadonlyMap<string, readonly StoredTableSource[]>> | undefined;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** The tenant's own and the ones it inherits from `parent`, in the order of their names. */
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

  /** All of them or none; what is there under its id already stays as it is. */
  addAll(sources: readonly StoredTableSource[]): Promise<void> {
    return this.change(async (definitions) => {
      for (const source of sources) {
        await definitions.insert(source);
      }
    });
  }

  /** All of the work's writes or none; one change after the other, so that what the work has checked stays true. */
  async change<Value>(work: (definitions: TableSourceDefinitions) => Promise<Value>): Promise<Value> {
    try {
      return await this.#platform.transaction((connection) => work(new TableSourceDefinitions(connection)));
    } finally {
      // Also what is being read just now may be from before the change.
      this.#known = undefined;
    }
  }

  async #visible(tenant: string, parent: string | undefined): Promise<StoredTableSource[]> {
    const reading = this.#known ?? this.#platform.use((connection) => readByTenant(connection));
    this.#known = reading;
    const known = await reading.catch((error: unknown) => {
      this.#known = undefined;
      throw error;
    });
    const own = known.get(tenant) ?? [];
    const inherited = (parent === undefined ? [] : (known.get(parent) ?? [])).filter(
      ({ definition }) => definition.canChildrenInherit ?? false,
    );
    return inherited.length === 0 ? [...own] : [...own, ...inherited].sort(byName);
  }
}

async function readByTenant(connection: Connection): Promise<ReadonlyMap<string, readonly StoredTableSource[]>> {
  const known = new Map<string, StoredTableSource[]>();
  for (const source of await new TableSourceDefinitions(connection).all()) {
    const own = known.get(source.tenant) ?? [];
    known.set(source.tenant, own);
    own.push(source);
  }
  return known;
}

function byName({ definition: one }: StoredTableSource, { definition: other }: StoredTableSource): number {
  const [before, after] = [`${one.objectName} ${one.uuid}`, `${other.objectName} ${other.uuid}`];
  return before < after ? -1 : Number(before > after);
}
