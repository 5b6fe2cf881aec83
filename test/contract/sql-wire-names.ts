import type { MovableClock } from "../support/movable-clock.ts";
import { csv, type SqlJobCaller } from "../support/sql-job-caller.ts";
import type { WireExchange } from "./wire-fixtures.ts";

const toModify = ["site_badge", "visit"];

/** Operations whose exchanges name a SQL transaction, or the tables of one. */
const ofTransactions = [
  "startSqlTransaction",
  "getSqlTransaction",
  "extendSqlTransaction",
  "uploadSqlInputFile",
  "runSqlJob",
  "getSqlJobStatus",
  "downloadSqlOutputFile",
  "listSqlOutputParts",
  "downloadSqlOutputPart",
];

/** Transactions and jobs in the state that an exchange is about, for the written ids; `tenant` is that of the call. */
export async function sqlWireNames(
  operation: string,
  { answer }: WireExchange,
  sql: SqlJobCaller,
  clock: MovableClock,
  tenant: string | undefined,
): Promise<Record<string, string>> {
  if (!ofTransactions.includes(operation)) {
    return {};
  }
  const tables = await sql.tables();
  for (const name of toModify) {
    if (!tables.includes(name)) {
      await sql.table(name, ["person_key"]);
    }
  }
  const own = await sql.start(tenant === undefined ? { tablesToModify: toModify } : {}, tenant);
  const expired = await sql.start({ expireAfterSeconds: 1 }, tenant);
  await clock.advance(1000);
  const names = { "x-1": own, "x-0": expired };
  switch (operation) {
    case "extendSqlTransaction":
    case "runSqlJob":
      if (answer.status === 409) {
        await sql.runIn(own, { actions: [{ rollback: {} }] }, tenant);
      }
      return { ...names, "WFF_acme~north": "WFF_demo~north" };
    case "uploadSqlInputFile":
      return names;
    default: {
      const rows = (filename: string, format: object) => ({
        query: { query: "SELECT 7 AS badge_no", output: { ...csv(filename), format } },
      });
      const actions = [
        rows("missing.csv", { csv: { header: true } }),
        rows("2024/after all.parquet", { parquet: {} }),
        { commit: {} },
      ];
      const { jobId } = await sql.runIn(own, { actions }, tenant);
      return { ...names, "j-2": jobId };
    }
  }
}
