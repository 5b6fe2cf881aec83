import type { dataUploads } from "../../contract/data-uploads.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const dataUploadHandlers: Handlers<typeof dataUploads> = {
  startDataLoad: notYet,
  listDataUploads: notYet,
  excludeDataUploads: notYet,
  includeDataUploads: notYet,
};
