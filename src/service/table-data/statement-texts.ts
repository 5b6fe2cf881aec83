import type { TranslatedStatement } from "../engine/spark/types/translated-statement.ts";

/** SQL texts of a statement, each as a SELECT, for `checkRelations`. */
export function sqlTextsOf(statement: TranslatedStatement): string[] {
  switch (statement.kind) {
    case "query":
    case "insert":
      return [statement.sql];
    case "delete":
      return [selectOf([statement.where])];
    case "update":
      return [selectOf([statement.where, ...statement.assignments.map(({ sql }) => sql)])];
    case "merge":
      return [
        statement.source.sql,
        selectOf([
          statement.on,
          ...statement.clauses.flatMap(({ condition, action }) => [
            condition,
            ...(action.kind === "delete" ? [] : action.assignments.map(({ sql }) => sql)),
          ]),
        ]),
      ];
  }
}

function selectOf(expressions: readonly (string | undefined)[]): string {
  const present = expressions.filter((sql) => sql !== undefined).map((sql) => `(${sql})`);
  return `SELECT ${present.length === 0 ? "1" : present.join(", ")}`;
}
