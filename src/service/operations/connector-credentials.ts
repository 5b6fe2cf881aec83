import type { connectorCredentials } from "../../contract/connector-credentials.ts";
import { type Handlers, notYet } from "../handlers.ts";

export const connectorCredentialHandlers: Handlers<typeof connectorCredentials> = {
  listConnectorCredentials: notYet,
  createConnectorCredential: notYet,
  deleteConnectorCredential: notYet,
};
