import { fieldsOf } from "../base/guards.ts";
import { type CatalogPlace, callCatalog, checkUri } from "./catalog-call.ts";
import { type IcebergField, type IcebergTable, readTable } from "./iceberg-table.ts";
import { LakehouseError } from "./lakehouse-error.ts";

/** A change of a table: what must be true of it, and what is set. Both are in the words of Iceberg's REST interface. */
export interface TableChange {
  readonly namespace: readonly string[];
  readonly name: string;
  readonly requirements: readonly object[];
  readonly updates: readonly object[];
}

/** Whether a change took effect. `conflict`: the table was changed by somebody else, and nothing took effect. */
type ChangeResult = "changed" | "conflict" | "unsupported";

/** Calls of an Iceberg REST catalog, for the tables of one namespace. Its errors name the call, never the token. */
export class IcebergCatalog {
  readonly #place: CatalogPlace;
  readonly #prefix: string;
  readonly #separator: string;

  private constructor(place: CatalogPlace, prefix: string, separator: string) {
    this.#place = place;
    this.#prefix = prefix;
    this.#separator = separator;
  }

  /** Asks the catalog how to call it. Throws LakehouseError. */
  static async open(place: CatalogPlace, signal?: AbortSignal): Promise<IcebergCatalog> {
    checkUri(place);
    const query = place.warehouse === undefined ? "" : `?warehouse=${encodeURIComponent(place.warehouse)}`;
    const { body } = await callCatalog(place, { method: "GET", path: `v1/config${query}` }, signal);
    const settings = { ...fieldsOf(body.defaults), ...fieldsOf(body.overrides) };
    const prefix = typeof settings.prefix === "string" ? `${settings.prefix}/` : "";
    const separator = settings["namespace-separator"];
    return new IcebergCatalog(place, prefix, typeof separator === "string" ? separator : "%1F");
  }

  get namespace(): readonly string[] {
    return this.#place.namespace;
  }

  /** The tables of another namespace of the same catalog. */
  within(namespace: readonly string[]): IcebergCatalog {
    return new IcebergCatalog({ ...this.#place, namespace }, this.#prefix, this.#separator);
  }

  /**
   * Undefined if the namespace has no such table. `snapshots`: those that a branch is at, so that the answer does not grow
   * with every commit, or all. Throws LakehouseError.
   */
  async loadTable(
    name: string,
    signal?: AbortSignal,
    snapshots: "refs" | "all" = "all",
  ): Promise<IcebergTable | undefined> {
    const path = `${this.#pathOf(name)}?snapshots=${snapshots}`;
    const { status, body } = await callCatalog(this.#place, { method: "GET", path }, signal);
    return status === 404 ? undefined : readTable(name, fieldsOf(body.metadata));
  }

  /** Creates the namespace and those above it, where they are missing. Throws LakehouseError. */
  async createNamespace(signal?: AbortSignal): Promise<void> {
    for (const [index] of this.namespace.entries()) {
      const body = { namespace: this.namespace.slice(0, index + 1) };
      const path = `v1/${this.#prefix}namespaces`;
      await callCatalog(this.#place, { method: "POST", path, body, refusals: [409] }, signal);
    }
  }

  /** Creates a table. Returns false if there is one of this name. Throws LakehouseError. */
  async createTable(
    name: string,
    fields: readonly IcebergField[],
    properties: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<boolean> {
    const schema = { type: "struct", fields: fields.map((field) => ({ ...field, required: false })) };
    const { status } = await callCatalog(
      this.#place,
      { method: "POST", path: this.#tablesPath, body: { name, schema, properties }, refusals: [409] },
      signal,
    );
    return status !== 409;
  }

  /** Changes one table. Throws LakehouseError for what is no conflict. */
  async changeTable(
    { name, requirements, updates }: Omit<TableChange, "namespace">,
    signal?: AbortSignal,
  ): Promise<ChangeResult> {
    const body = { identifier: { namespace: this.namespace, name }, requirements, updates };
    const refusals = [404, 409];
    const { status } = await callCatalog(
      this.#place,
      { method: "POST", path: this.#pathOf(name), body, refusals },
      signal,
    );
    return status === 404 || status === 409 ? "conflict" : "changed";
  }

  /** Changes several tables, all or none. `unsupported`: the catalog has no such call. Throws LakehouseError. */
  async changeTables(changes: readonly TableChange[], signal?: AbortSignal): Promise<ChangeResult> {
    const body = {
      "table-changes": changes.map(({ namespace, name, ...change }) => ({
        identifier: { namespace, name },
        ...change,
      })),
    };
    const { status } = await callCatalog(
      this.#place,
      {
        method: "POST",
        path: `v1/${this.#prefix}transactions/commit`,
        body,
        refusals: [400, 404, 405, 406, 409, 501],
      },
      signal,
    );
    return status === 409 ? "conflict" : status >= 400 ? "unsupported" : "changed";
  }

  /** Removes a branch of a table. Does nothing if there is none. Throws LakehouseError. */
  async dropBranch(name: string, branch: string, signal?: AbortSignal): Promise<void> {
    const table = await this.loadTable(name, signal, "refs");
    if (table?.branches.has(branch)) {
      const updates = [{ action: "remove-snapshot-ref", "ref-name": branch }];
      if ((await this.changeTable({ name, requirements: [], updates }, signal)) !== "changed") {
        throw new LakehouseError(`The Iceberg catalog did not drop the branch ${branch}.`);
      }
    }
  }

  get #tablesPath(): string {
    const namespace = this.namespace.map(encodeURIComponent).join(this.#separator);
    return `v1/${this.#prefix}namespaces/${namespace}/tables`;
  }

  #pathOf(name: string): string {
    return `${this.#tablesPath}/${encodeURIComponent(name)}`;
  }
}
