import { cellOf, type JsonPlace, membersOf } from "./ingest-json-pieces.ts";

/** Whether a value of an answer is an axis or a cell of its cell set (service-api, "Query"). */
export function isOfCellSet({ path, isElement, depth }: JsonPlace, member: "axes" | "cells"): boolean {
  return isElement && depth === 3 && path.length === 2 && path[0] === "cellSet" && path[1] === member;
}

/** What an answer says in place of its cells; `error` as it stands there. */
export function failureIn(error: string): string | undefined {
  if (error === "null") {
    return undefined;
  }
  const members = membersOf(error);
  const told = cellOf(members?.get("message") ?? members?.get("errorMessage") ?? members?.get("errorCode"));
  return `it is an error${told === null ? "" : ` (${told})`}`;
}
