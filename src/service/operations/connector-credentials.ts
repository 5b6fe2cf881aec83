import type { connectorCredentials } from "../../contract/connector-credentials.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const connectorCredentialHandlers: Handlers<typeof connectorCredentials> = {
  listConnectorCredentials: notYet,
  createConnectorCredential: notYet,
  deleteConnectorCredential: notYet,
};
