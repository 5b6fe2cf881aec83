import { HttpError } from "../call/call.ts";
import { fieldName } from "./schema-problems.ts";

/** Ours: filters in filters are read by recursion, here and in the database, whose own limit is 1,000 expressions. */
const deepestBody = 400;

/**
 * Refuses what no schema can say of a JSON body: lists and objects too deep in each other, and texts with half a
 * surrogate pair, which have no UTF-8 form, so that no file and no database takes them.
 */
export function checkBodyValues(body: unknown): void {
  if (isDeeperThan(body, deepestBody)) {
    throw new HttpError(400, "REQUEST_INVALID", `The body is nested more than ${deepestBody} levels deep.`);
  }
  const path = findHalfPair(body);
  if (path) {
    throw new HttpError(
      400,
      "REQUEST_INVALID",
      `The request does not fit: ${["body", fieldName(path)].join(" ").trim()} has half of a surrogate pair; send whole Unicode characters.`,
    );
  }
}

/** Whether a JSON value holds lists and objects in each other more than `limit` deep. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === limit) {
      return true;
    }
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

/** Path of the first text that is no well-formed Unicode; that of the object for one of its names. */
function findHalfPair(value: unknown): string[] | undefined {
  if (typeof value === "string") {
    return isWellFormed(value) ? undefined : [];
  }
  if (!isContainer(value)) {
    return undefined;
  }
  for (const name of Object.keys(value)) {
    const found = isWellFormed(name) ? findHalfPair(Reflect.get(value, name)) : [];
    if (found) {
      return isWellFormed(name) ? [name, ...found] : [];
    }
  }
  return undefined;
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
