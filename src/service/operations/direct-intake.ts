import type { directIntake } from "../../contract/direct-intake.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const directIntakeHandlers: Handlers<typeof directIntake> = {
  getDirectIntakeConfig: notYet,
  updateDirectIntakeConfig: notYet,
  getLoadSchema: notYet,
  listOpenTransactions: notYet,
  startIntakeTransaction: notYet,
  getIntakeTransactionStatus: notYet,
  commitIntakeTransaction: notYet,
  rollBackIntakeTransaction: notYet,
  loadIntakeSampleData: notYet,
  uploadIntakeFile: notYet,
};
