import type { dataConnectors } from "../../contract/data-connectors.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const dataConnectorHandlers: Handlers<typeof dataConnectors> = {
  listDataConnectors: notYet,
  assignConnectorCredentials: notYet,
  getConnectorSettings: notYet,
  updateConnectorSettings: notYet,
};
