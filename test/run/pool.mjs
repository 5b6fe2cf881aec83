/**
 * Does the tasks in their order, so many at the same time, and gives what they gave in the order of the tasks.
 *
 * @template Value
 * @param {number} width
 * @param {readonly (() => Promise<Value>)[]} tasks
 * @returns {Promise<Value[]>}
 */
export async function inPool(width, tasks) {
  /** @type {Value[]} */
  const values = [];
  const waiting = [...tasks.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      values[next[0]] = await next[1]();
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return values;
}
