// Writes generation after generation of rows into a folder until it is killed: `node table-writer.js <folder> <first>`. A line on
// the output tells of each commit once it is answered.
import { writeSync } from "node:fs";
import { insert, remove, StoredTables, update } from "./stored-tables.ts";
import { generationTables, transactionOf } from "./table-generations.ts";

void writeGenerations(process.argv[2] ?? "", Number(process.argv[3] ?? 1));

async function writeGenerations(folder: string, first: number): Promise<void> {
  const tables = await StoredTables.openIn(folder);
  writeSync(1, "ready\n");
  for (let generation = first; ; generation++) {
    const transaction = transactionOf(generation);
    await tables.within(transaction, generationTables, async (session) => {
      for (const { name } of generationTables) {
        await session.write(remove(name, `"${name}"."id" % 3 = ${generation % 3}`));
        await session.write(
          insert(name, "SELECT i, -1 FROM range(3000) AS r(i)", { isOverwrite: generation % 2 === 0 }),
        );
        await session.write(remove(name, `"${name}"."generation" <> -1`));
        await session.write(update(name, { generation: String(generation) }));
      }
    });
    if (generation % 4 === 0) {
      await tables.rollback(transaction);
      writeSync(1, `undone ${generation}\n`);
    } else {
      await tables.data.commit(
        { transactionId: transaction, tenant: "WFF_a" },
        generationTables.map(({ table }) => ({
          source: table.source,
          metadata: { generation: String(generation) },
          appliesUnmodified: false,
        })),
      );
      writeSync(1, `committed ${generation}\n`);
    }
  }
}
