import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connection, Database } from "../../../../src/duckdb/database.ts";
import type { LoadProblem } from "../../../../src/service/intake/load-problem.ts";
import { type ReceivedFile, receiveFile } from "../../../../src/service/intake/receive-file.ts";
import { findLoadSchema } from "../../../../src/service/model/load-schema.ts";
import type { TenantModel } from "../../../../src/service/model/tenant-model.ts";

/** The columns of people that a load file must have. */
export const header = "EmployeeID,Effective_Date";

/** A text of whole lines. */
export const lines = (...rows: string[]) => `${rows.join("\n")}\n`;

/** Receives load files for the objects of a model, in a folder and with a database in memory of its own. */
export class FileReceiver {
  readonly connection: Connection;
  readonly #model: TenantModel;
  readonly #folder: string;
  readonly #database: Database;
  #count = 0;

  private constructor(model: TenantModel, folder: string, database: Database, connection: Connection) {
    this.#model = model;
    this.#folder = folder;
    this.#database = database;
    this.connection = connection;
  }

  static async open(model: TenantModel): Promise<FileReceiver> {
    const folder = await mkdtemp(join(tmpdir(), "workforce-receive-"));
    const database = await Database.open(":memory:", { temporaryFolder: folder });
    return new FileReceiver(model, folder, database, await database.connect());
  }

  async close(): Promise<void> {
    this.connection.close();
    this.#database.close();
    await rm(this.#folder, { recursive: true });
  }

  async receive(schemaName: string, bytes: string | Buffer, name = "rows.csv") {
    const schema = findLoadSchema(this.#model, schemaName);
    assert.ok(schema, schemaName);
    const path = join(this.#folder, `original-${this.#count++}`);
    await writeFile(path, bytes);
    const parquet = join(this.#folder, `rows-${this.#count++}.parquet`);
    return receiveFile(this.connection, { name, path, schema }, parquet);
  }

  /** Receives a file that is not refused. */
  async received(schema: string, bytes: string | Buffer, name?: string): Promise<ReceivedFile> {
    const outcome = await this.receive(schema, bytes, name);
    assert.equal(outcome.kind, "received", JSON.stringify(outcome));
    return outcome.kind === "received" ? outcome.file : assert.fail();
  }

  /** The problems of a file that is refused. */
  async refused(schema: string, bytes: string | Buffer): Promise<readonly LoadProblem[]> {
    const before = await readdir(this.#folder);
    const outcome = await this.receive(schema, bytes);
    assert.equal(outcome.kind, "refused");
    const after = await readdir(this.#folder);
    const left = after.filter((name) => !before.includes(name) && !name.startsWith("original-"));
    assert.deepEqual(left, [], "nothing of a refused file is left");
    return outcome.kind === "refused" ? outcome.problems.listed : assert.fail();
  }
}
