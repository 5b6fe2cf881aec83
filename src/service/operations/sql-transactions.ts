import type { sqlTransactions } from "../../contract/sql-transactions.ts";
import { type Handlers, notYet } from "../handlers.ts";

export const sqlTransactionHandlers: Handlers<typeof sqlTransactions> = {
  startSqlTransaction: notYet,
  getSqlTransaction: notYet,
  extendSqlTransaction: notYet,
  uploadSqlInputFile: notYet,
  runSqlJob: notYet,
  getSqlJobStatus: notYet,
  downloadSqlOutputFile: notYet,
  listSqlOutputParts: notYet,
  downloadSqlOutputPart: notYet,
};
