import type { PlatformDatabase } from "./platform-database.ts";
import { type StoredTableSource, TableSourceDefinitions } from "./table-source-definitions.ts";

/** The definitions of table sources; their rows are table data (`table-data.ts`). */
export class TableSourceStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** The tenant's own and the ones it inherits from `parent`, in the order of their names. */
  list(
    tenant: string,
    parent: string | undefined,
    page: { readonly limit: number; readonly start: number },
  ): Promise<StoredTableSource[]> {
    return this.#platform.use((connection) => new TableSourceDefinitions(connection).visible(tenant, parent, page));
  }

  find(tenant: string, parent: string | undefined, uuid: string): Promise<StoredTableSource | undefined> {
    return this.#platform.use((connection) => new TableSourceDefinitions(connection).find(tenant, parent, uuid));
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
  change<Value>(work: (definitions: TableSourceDefinitions) => Promise<Value>): Promise<Value> {
    return this.#platform.transaction((connection) => work(new TableSourceDefinitions(connection)));
  }
}
