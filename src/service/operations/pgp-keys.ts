import type { pgpKeys } from "../../contract/pgp-keys.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const pgpKeyHandlers: Handlers<typeof pgpKeys> = {
  listPgpKeys: notYet,
  generatePgpKey: notYet,
  getPgpKey: notYet,
  deletePgpKey: notYet,
  uploadDataFile: notYet,
};
