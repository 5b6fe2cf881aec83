import type { exportCredentials } from "../../contract/export-credentials.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const exportCredentialHandlers: Handlers<typeof exportCredentials> = {
  listExportCredentials: notYet,
  createExportCredential: notYet,
  validateExportCredential: notYet,
  getExportCredentialValidation: notYet,
  getExportCredential: notYet,
  updateExportCredential: notYet,
  deleteExportCredential: notYet,
};
