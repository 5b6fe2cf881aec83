import type { sourceIntake } from "../../contract/source-intake.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const sourceIntakeHandlers: Handlers<typeof sourceIntake> = {
  listSources: notYet,
  startTransferSession: notYet,
  transferJsonBatch: notYet,
  transferFileBatch: notYet,
  cancelTransferSession: notYet,
  completeTransferSession: notYet,
};
