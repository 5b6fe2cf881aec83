import type { DescriptiveFields } from "../../contract/table-sources.ts";
import type { Connection, SqlRow } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";

/** Credential for an export destination. Its parameters must not get into an answer, a log or a message. */
export interface ExportCredential {
  readonly id: string;
  readonly basicInformation: DescriptiveFields | undefined;
  /** Name of the variant of destination. */
  readonly destination: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A problem that a validation found. */
interface ValidationError {
  readonly rci: string;
  readonly message: string;
}

/** Check of a credential. Its errors are undefined while it runs. */
interface CredentialValidation {
  readonly id: string;
  readonly errors: readonly ValidationError[] | undefined;
}

/** Time for which the results of validations are kept; our choice. */
const validationLifeMs = 7 * 24 * 60 * 60 * 1000;

/** Stores the credentials for export destinations, which connectors use them, and their validations. */
export class ExportCredentialStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Returns the credentials of a tenant, the oldest first. */
  list(tenant: string): Promise<readonly ExportCredential[]> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows("SELECT * FROM export_credentials WHERE tenant = ? ORDER BY created, id", [
        tenant,
      ]);
      return rows.map(toCredential);
    });
  }

  async find(tenant: string, id: string): Promise<ExportCredential | undefined> {
    const [row] = await this.#platform.use((connection) =>
      connection.rows("SELECT * FROM export_credentials WHERE tenant = ? AND id = ?", [tenant, id]),
    );
    return row && toCredential(row);
  }

  /** Adds a credential. Leaves one unchanged whose id exists. `connectors` are ids of connectors that are to use it. */
  add(
    tenant: string,
    credential: ExportCredential,
    { created, connectors }: { readonly created: number; readonly connectors?: readonly string[] | undefined },
  ): Promise<void> {
    return this.#platform.transaction(async (connection) => {
      const { id, basicInformation, destination, parameters } = credential;
      await connection.run("INSERT OR IGNORE INTO export_credentials VALUES (?, ?, ?, ?, ?, ?)", [
        id,
        tenant,
        basicInformation ? JSON.stringify(basicInformation) : null,
        destination,
        JSON.stringify(parameters),
        BigInt(created),
      ]);
      await link(connection, tenant, id, connectors);
    });
  }

  /** Replaces a credential. Without `connectors`, it stays with those that use it. Returns false if there is none. */
  replace(tenant: string, credential: ExportCredential, connectors: readonly string[] | undefined): Promise<boolean> {
    return this.#platform.transaction(async (connection) => {
      const { id, basicInformation, destination, parameters } = credential;
      const replaced = await connection.rows(
        `UPDATE export_credentials SET basic_information = ?, destination = ?, parameters = ?
         WHERE tenant = ? AND id = ? RETURNING id`,
        [
          basicInformation ? JSON.stringify(basicInformation) : null,
          destination,
          JSON.stringify(parameters),
          tenant,
          id,
        ],
      );
      if (replaced.length > 0) {
        await link(connection, tenant, id, connectors);
      }
      return replaced.length > 0;
    });
  }

  /** Deletes a credential that no connector uses. Returns what kept it from that. */
  delete(tenant: string, id: string): Promise<"deleted" | "unknown" | "used"> {
    return this.#platform.transaction(async (connection) => {
      const used = await connection.rows(
        "SELECT 1 FROM export_connector_credentials WHERE tenant = ? AND credential = ? LIMIT 1",
        [tenant, id],
      );
      if (used.length > 0) {
        return "used";
      }
      const deleted = await connection.rows("DELETE FROM export_credentials WHERE tenant = ? AND id = ? RETURNING id", [
        tenant,
        id,
      ]);
      return deleted.length > 0 ? "deleted" : "unknown";
    });
  }

  /** Returns which connectors use which credentials, as pairs of their ids. */
  uses(tenant: string): Promise<readonly { readonly connector: string; readonly credential: string }[]> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows(
        "SELECT connector, credential FROM export_connector_credentials WHERE tenant = ? ORDER BY connector, credential",
        [tenant],
      );
      return rows.map(({ connector, credential }) => ({
        connector: String(connector),
        credential: String(credential),
      }));
    });
  }

  async addValidation(tenant: string, id: string, created: number): Promise<void> {
    await this.#platform.transaction((connection) =>
      connection.run("INSERT INTO credential_validations VALUES (?, ?, ?, NULL)", [id, tenant, BigInt(created)]),
    );
  }

  async endValidation(id: string, errors: readonly ValidationError[]): Promise<void> {
    await this.#platform.transaction((connection) =>
      connection.run("UPDATE credential_validations SET errors = ? WHERE id = ?", [JSON.stringify(errors), id]),
    );
  }

  async findValidation(tenant: string, id: string): Promise<CredentialValidation | undefined> {
    const [row] = await this.#platform.use((connection) =>
      connection.rows("SELECT errors FROM credential_validations WHERE tenant = ? AND id = ?", [tenant, id]),
    );
    return row && { id, errors: row.errors === null ? undefined : JSON.parse(String(row.errors)) };
  }

  /** Ends the validations of an earlier process with an error, and removes old ones. */
  async endInterrupted(now: number): Promise<void> {
    await this.#platform.transaction(async (connection) => {
      await connection.run("DELETE FROM credential_validations WHERE created < ?", [BigInt(now - validationLifeMs)]);
      await connection.run(
        `UPDATE credential_validations
         SET errors = json_array(json_object('rci', id, 'message', 'The service ended during the validation; validate again.'))
         WHERE errors IS NULL`,
      );
    });
  }
}

async function link(
  connection: Connection,
  tenant: string,
  credential: string,
  connectors: readonly string[] | undefined,
): Promise<void> {
  if (connectors === undefined) {
    return;
  }
  await connection.run("DELETE FROM export_connector_credentials WHERE tenant = ? AND credential = ?", [
    tenant,
    credential,
  ]);
  for (const connector of new Set(connectors)) {
    await connection.run("INSERT INTO export_connector_credentials VALUES (?, ?, ?)", [tenant, connector, credential]);
  }
}

function toCredential(row: SqlRow): ExportCredential {
  return {
    id: String(row.id),
    basicInformation: row.basic_information === null ? undefined : JSON.parse(String(row.basic_information)),
    destination: String(row.destination),
    parameters: JSON.parse(String(row.parameters)),
  };
}
