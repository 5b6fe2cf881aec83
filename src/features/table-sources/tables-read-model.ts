/**
 * Returns the names that a query uses as tables (after FROM, JOIN or a comma between tables), in lower case and without
 * its own common table expressions.
 */
export function tableNamesIn(query: string): ReadonlySet<string> {
  const words = [...withoutTexts(query).matchAll(/`((?:[^`]|``)*)`|([A-Za-z_]\w*)|([(),.])/g)].map(
    ([, quoted, word, sign]) => ({
      name: (quoted?.replaceAll("``", "`") ?? word ?? "").toLowerCase(),
      word: (word ?? "").toUpperCase(),
      sign: sign ?? "",
    }),
  );
  const names = new Set<string>();
  const own = new Set<string>();
  /** For each open bracket: whether a name after a comma is a table. */
  const inFrom: boolean[] = [false];
  let isNext = false;
  for (const [index, { name, word, sign }] of words.entries()) {
    const depth = inFrom.length - 1;
    if (sign === "(") {
      inFrom.push(false);
      isNext = false;
    } else if (sign === ")") {
      inFrom.length = Math.max(1, depth);
    } else if (sign === ",") {
      isNext = inFrom[depth] ?? false;
    } else if (word === "FROM" || word === "JOIN") {
      inFrom[depth] = true;
      isNext = true;
    } else if (endsFrom.has(word)) {
      inFrom[depth] = false;
      isNext = false;
    } else if (name !== "") {
      if (words[index + 1]?.word === "AS" && words[index + 2]?.sign === "(") {
        own.add(name);
      } else if (isNext && words[index + 1]?.sign !== "(" && word !== "LATERAL") {
        // The last part of `catalog.schema.table` is the table.
        isNext = words[index + 1]?.sign === ".";
        if (!isNext) {
          names.add(name);
        }
      }
    }
  }
  return new Set([...names].filter((name) => !own.has(name)));
}

const endsFrom = new Set([
  "WHERE",
  "GROUP",
  "HAVING",
  "ORDER",
  "WINDOW",
  "LIMIT",
  "UNION",
  "INTERSECT",
  "EXCEPT",
  "SELECT",
  "ON",
]);

/** Removes string literals and comments from a query. Names in backquotes stay. */
function withoutTexts(query: string): string {
  return query.replace(/'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|--[^\n]*|\/\*[\s\S]*?\*\/|`(?:[^`]|``)*`/g, (piece) =>
    piece.startsWith("`") ? piece : " ",
  );
}
