/** What the guards of texts and messages from elsewhere are made of. */

/** An object or a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** An object that is no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !Array.isArray(value);
}

/** A whole number from 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isCounts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isCount);
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

/** A line of one of our trees, as VS Code hands it to a command. */
export function isTreeLine<Line extends { readonly kind: string; readonly key: string }>(
  value: unknown,
): value is Line {
  return isRecord(value) && typeof value["kind"] === "string" && typeof value["key"] === "string";
}

/** The fields of an object; none where the value is something else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
