/**
 * Returns the names that a query uses as tables (after FROM, JOIN or a comma between tables), in lower case and without
 * its own common table expressions.
 */
export function tableNamesIn(query: string): ReadonlySet<string> {
  const tokens = [...withoutLiterals(query).matchAll(/`((?:[^`]|``)*)`|([A-Za-z_]\w*)|([(),.])/g)].map(
    ([, quoted, word, sign]) => ({
      name: (quoted?.replaceAll("``", "`") ?? word ?? "").toLowerCase(),
      word: (word ?? "").toUpperCase(),
      sign: sign ?? "",
    }),
  );
  const names = new Set<string>();
  const commonTables = new Set<string>();
  /** For each open bracket: whether a name after a comma is a table. */
  const inFrom: boolean[] = [false];
  let expectsTable = false;
  for (const [index, { name, word, sign }] of tokens.entries()) {
    const depth = inFrom.length - 1;
    if (sign === "(") {
      inFrom.push(false);
      expectsTable = false;
    } else if (sign === ")") {
      inFrom.length = Math.max(1, depth);
    } else if (sign === ",") {
      expectsTable = inFrom[depth] ?? false;
    } else if (word === "FROM" || word === "JOIN") {
      inFrom[depth] = true;
      expectsTable = true;
    } else if (endsFrom.has(word)) {
      inFrom[depth] = false;
      expectsTable = false;
    } else if (name !== "") {
      if (tokens[index + 1]?.word === "AS" && tokens[index + 2]?.sign === "(") {
        commonTables.add(name);
      } else if (expectsTable && tokens[index + 1]?.sign !== "(" && word !== "LATERAL") {
        // The last part of `catalog.schema.table` is the table.
        expectsTable = tokens[index + 1]?.sign === ".";
        if (!expectsTable) {
          names.add(name);
        }
      }
    }
  }
  return new Set([...names].filter((name) => !commonTables.has(name)));
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
function withoutLiterals(query: string): string {
  return query.replace(/'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|--[^\n]*|\/\*[\s\S]*?\*\/|`(?:[^`]|``)*`/g, (piece) =>
    piece.startsWith("`") ? piece : " ",
  );
}
