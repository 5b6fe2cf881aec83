/** Basic type guards, used to validate texts and messages from outside the extension. */

/** Whether the value is an object or an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Whether the value is an object and not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !Array.isArray(value);
}

/** Whether the value is a non-negative safe integer. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isCountArray(value: unknown): boolean {
  return Array.isArray(value) && value.every(isCount);
}

export function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

/** Whether the value is an item of one of the extension's tree views, which VS Code passes to commands as argument. */
export function isTreeItem<Item extends { readonly kind: string; readonly key: string }>(
  value: unknown,
): value is Item {
  return isRecord(value) && typeof value["kind"] === "string" && typeof value["key"] === "string";
}

/** Returns the fields of an object, or an empty object for any other value. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
