import type { exportConnectors } from "../../contract/export-connectors.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const exportConnectorHandlers: Handlers<typeof exportConnectors> = {
  listExportConnectors: notYet,
  runExportConnectorJob: notYet,
  getExportConnectorJob: notYet,
};
