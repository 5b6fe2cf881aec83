import type { JobSurroundings } from "./job-surroundings.ts";
import type { SqlTransaction } from "./sql-transaction.ts";
import type { OutputRecord } from "./transaction-record.ts";

/** Ours: the specification names no size (docs/semantics.md, "SQL jobs"). */
export const rowsPerPart = 250_000;

/** Cuts outputs into parts, which are complete files, when somebody first asks for them. */
export class OutputParts {
  readonly #surroundings: JobSurroundings;
  readonly #cutting = new Map<string, Promise<readonly string[]>>();

  constructor(surroundings: JobSurroundings) {
    this.#surroundings = surroundings;
  }

  /** Names of the parts in the transaction's folder. */
  async of(transaction: SqlTransaction, output: OutputRecord): Promise<readonly string[]> {
    if (output.rowCount <= rowsPerPart) {
      return [output.file];
    }
    const cutting = output.parts ? Promise.resolve(output.parts) : this.#cutting.get(output.file);
    const parts = cutting ?? this.#cut(transaction, output);
    this.#cutting.set(output.file, Promise.resolve(parts));
    try {
      return await parts;
    } finally {
      this.#cutting.delete(output.file);
    }
  }

  async #cut(transaction: SqlTransaction, output: OutputRecord): Promise<readonly string[]> {
    const { tableData, files } = this.#surroundings;
    const sessions = await tableData.openSessions(transaction.id);
    try {
      const session = sessions.enter(output.tenant, { tables: [], inputs: [] });
      const nameOf = (index: number) => `${output.file}-${index}`;
      const path = (file: string) => files.path(transaction.id, file);
      const count = await session.splitFile(path(output.file), output.format, rowsPerPart, (index) =>
        path(nameOf(index)),
      );
      const parts = Array.from({ length: count }, (_, index) => nameOf(index));
      await transaction.change({ outputs: [{ ...output, parts }] });
      return parts;
    } finally {
      sessions.close();
    }
  }
}
