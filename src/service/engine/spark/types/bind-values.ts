const isSimple = /^(?:"(?:[^"]|"")+"(?:\."(?:[^"]|"")+")?|-?[\d.]+|'(?:[^']|'')*')$/;
const isVolatile = /\b(?:random|uuid|gen_random_uuid)\(\)/;
const longestRepeated = 160;

/**
 * Returns SQL that may use values several times. Binds long values to lambda parameters, so that the SQL of nested calls does
 * not grow exponentially, and volatile values such as `random()`, so that they are evaluated once.
 */
export function bindValues(values: readonly string[], body: (names: readonly string[]) => string): string {
  const bound = values.map(
    (value) => !isSimple.test(value) && (value.length > longestRepeated || isVolatile.test(value)),
  );
  if (!bound.includes(true)) {
    return body(values);
  }
  const depth = Math.max(0, ...values.map(depthOf)) + 1;
  const name = `"v#${depth}"`;
  const fields = values.flatMap((value, index) => (bound[index] ? [`"f${index}": ${value}`] : []));
  const inner = body(values.map((value, index) => (bound[index] ? `${name}."f${index}"` : value)));
  return `list_transform([{${fields.join(", ")}}], lambda ${name}: ${inner})[1]`;
}

function depthOf(sql: string): number {
  let deepest = 0;
  for (const found of sql.matchAll(/"v#(\d+)"/g)) {
    deepest = Math.max(deepest, Number(found[1]));
  }
  return deepest;
}
