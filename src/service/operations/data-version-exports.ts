import type { dataVersionExports } from "../../contract/data-version-exports.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const dataVersionExportHandlers: Handlers<typeof dataVersionExports> = {
  listExportableDataVersions: notYet,
  listDataVersionExports: notYet,
  getDataVersionExport: notYet,
  scheduleDataVersionExport: notYet,
  getDataVersionExportJob: notYet,
  downloadDataVersionExportFile: notYet,
};
