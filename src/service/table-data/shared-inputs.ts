import { type Connection, quoteName } from "../../duckdb/database.ts";
import { createTableOf, openSource } from "./input-source.ts";
import type { InputInReach, TableColumn } from "./table-data.ts";
import { columnOfTenants } from "./tenant-column.ts";

/** A relation with the rows of all tenants. */
export interface WholeInput {
  /** Quoted. */
  readonly relation: string;
  readonly columns: readonly TableColumn[];
}

/** Text files whose rows are for several tenants: they are parsed once for a connection, not once for each tenant. */
export class SharedInputs {
  readonly #connection: Connection;
  readonly #wholes = new Map<string, WholeInput>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The files as one relation, in which the rows of each tenant lie together. */
  async whole(input: Pick<InputInReach, "name" | "files" | "format">, column: string): Promise<WholeInput> {
    const key = JSON.stringify([input.files, input.format, column.toLowerCase()]);
    const known = this.#wholes.get(key);
    if (known) {
      return known;
    }
    const source = await openSource(this.#connection, input);
    const { columns } = source;
    const order = quoteName(columnOfTenants(input.name, columns, column));
    const relation = quoteName(`$whole ${this.#wholes.size}`);
    await createTableOf(this.#connection, relation, source, `SELECT * FROM ${source.sql} ORDER BY ${order}`);
    const whole = { relation, columns };
    this.#wholes.set(key, whole);
    return whole;
  }
}
