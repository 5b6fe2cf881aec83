import type { CredentialParameter } from "../../contract/credential-parameters.ts";
import type { ExportDestination } from "../../contract/export-destinations.ts";

/** Converts what was typed to the parameters of a destination. */
export function parametersOf(
  { parameters }: ExportDestination,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(
    parameters.flatMap(({ name, kind }) => {
      const value = values[name];
      return value === undefined ? [] : [[name, typed(kind, value)] as const];
    }),
  );
}

/** Returns the values of a credential's parameters that may be shown again, as texts. Secrets come back masked. */
export function shownValuesOf(
  { parameters }: ExportDestination,
  shown: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parameters.flatMap(({ name, isSecret, isFile }) => {
      const value = shown[name];
      return value === undefined || isSecret || isFile ? [] : [[name, String(value)] as const];
    }),
  );
}

/** A text that is no value of the kind goes to the service as it is, which says what is wrong with it. */
function typed(kind: CredentialParameter["kind"], text: string): string | number | boolean {
  if (kind === "port" && /^\d{1,5}$/.test(text.trim())) {
    return Number(text);
  }
  return kind === "boolean" && /^(true|false)$/.test(text.trim()) ? text.trim() === "true" : text;
}
