/** Whether a JSON value holds lists and objects in each other more than `limit` deep. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === limit) {
      return true;
    }
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
