import { connectorSettings } from "../../contract/connector-settings.ts";

/** Creates the JSON schema of a document with the settings of the connectors of a tenant, by connector. */
export function createConnectorSettingsJsonSchema() {
  const properties = Object.fromEntries(
    connectorSettings.map(({ key, description, example }) => [
      key,
      { type: "string", description, examples: [example] },
    ]),
  );
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Settings of data connectors",
    type: "object",
    additionalProperties: { type: "object", properties, additionalProperties: false },
  };
}
