import { isObject } from "../../base/guards.ts";
import type { ConnectorSettings } from "../../contract/data-connectors.ts";

/** Settings by connector id and key. */
type SettingsByConnector = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A changed setting; an empty value removes it. */
export interface SettingChange {
  readonly connectorId: string;
  readonly key: string;
  readonly value: string;
}

export function settingsOf({ connectors = [] }: ConnectorSettings): SettingsByConnector {
  return new Map(
    connectors.map(({ connectorId = "", connectorSettings = [] }) => [
      connectorId,
      new Map(connectorSettings.map(({ settingKey = "", value = "" }) => [settingKey, value])),
    ]),
  );
}

/** Formats settings as a JSON document with an object for each connector, also for one without settings. */
export function formatSettings(settings: SettingsByConnector): string {
  const document = Object.fromEntries([...settings].map(([id, own]) => [id, Object.fromEntries(own)]));
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** Error for a document that has no settings of the known connectors. The message is for developers of a caller alone. */
export type SettingsProblem =
  | { readonly kind: "noJson" }
  | { readonly kind: "noObject"; readonly connectorId: string | undefined }
  | { readonly kind: "unknownConnector"; readonly connectorId: string }
  | { readonly kind: "noText"; readonly connectorId: string; readonly key: string };

/** Compares a document with the settings that it was made of. Connectors and keys that it leaves out lose their settings. */
export function changesOf(text: string, known: SettingsByConnector): readonly SettingChange[] | SettingsProblem {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { kind: "noJson" };
  }
  if (!isObject(document) || Array.isArray(document)) {
    return { kind: "noObject", connectorId: undefined };
  }
  const changes: SettingChange[] = [];
  const unknown = Object.keys(document).find((id) => !known.has(id));
  if (unknown !== undefined) {
    return { kind: "unknownConnector", connectorId: unknown };
  }
  for (const [connectorId, former] of known) {
    const own = document[connectorId] ?? {};
    if (!isObject(own) || Array.isArray(own)) {
      return { kind: "noObject", connectorId };
    }
    for (const [key, value] of Object.entries(own)) {
      if (typeof value !== "string") {
        return { kind: "noText", connectorId, key };
      }
      if (value !== (former.get(key) ?? "")) {
        changes.push({ connectorId, key, value });
      }
    }
    const removed = [...former.keys()].filter((key) => !Object.hasOwn(own, key));
    changes.push(...removed.map((key) => ({ connectorId, key, value: "" })));
  }
  return changes;
}
