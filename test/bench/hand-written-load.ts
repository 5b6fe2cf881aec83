import { quoteName, quoteText } from "../../src/duckdb/database.ts";

/** Columns of the loaded files beside the key and the date, with the member list of those that name a member. */
const loaded = {
  Base_Salary: undefined,
  Location: "Location",
  Function: "Function",
  Pay_Level: "Pay_Level",
  Work_Model: "Work_Model",
  isHighPotential: undefined,
} as const;
const lists = Object.values(loaded).filter((list) => list !== undefined);
const names = Object.keys(loaded).map(quoteName);

/** Statement that writes a CSV file of `rows` changes of people in the sample database `base`, other ones for each round. */
export function changesCsv(base: string, rows: number, rowsOfPerson: number, round: number, file: string): string {
  const random = (place: number) => `hash(n, j, ${place}, ${round})`;
  const pick = (list: string, place: number) =>
    `${quoteName(list)}[1 + (${random(place)} % len(${quoteName(list)}))::BIGINT] AS ${quoteName(list)}`;
  const leaves = lists.map(
    (list) =>
      `(SELECT list(path ORDER BY ordinal) FROM ${base}.${quoteName(`$members:${list}`)} WHERE is_leaf) AS ${quoteName(list)}`,
  );
  // People who are there still and never left: they need no end in the hand-written SQL.
  return `COPY (
    WITH people AS (
      SELECT "EmployeeID" AS id, row_number() OVER (ORDER BY "$key") AS n FROM ${base}."Employee" GROUP BY "$key", "EmployeeID"
      HAVING min("$valid_from") < TIMESTAMP '2024-01-01' AND bool_or("$valid_to" IS NULL)
        AND coalesce(sum(epoch("$valid_to" - "$valid_from")), 0) = epoch(max("$valid_from") - min("$valid_from"))
    ), lists AS (SELECT ${leaves.join(", ")})
    SELECT id AS "EmployeeID", DATE '2024-01-01' + (j * 30 + ${random(0)} % 25)::INTEGER AS "Effective_Date",
      30000 + (${random(1)} % 90000)::INTEGER AS "Base_Salary", ${lists.map((list, index) => pick(list, index + 2)).join(", ")},
      ${random(9)} % 3 = 0 AS "isHighPotential"
    FROM (FROM people WHERE n <= ${Math.ceil(rows / rowsOfPerson)}), range(${rowsOfPerson}) AS numbers(j), lists
    LIMIT ${rows}
  ) TO ${quoteText(file)} (HEADER)`;
}

/**
 * Statement that creates, in the database `target`, the table of employees that a load of such a file must give, in the order of
 * the service. `columns` are those of the table in `base`.
 */
export function changedEmployees(base: string, columns: readonly string[], file: string, target: string): string {
  const kept = columns.map(quoteName).filter((name) => !/^"(\$|EmployeeID)/.test(name) && !names.includes(name));
  const all = [...names, ...kept].join(", ");
  const encoded = Object.entries(loaded).map(([name, list]) =>
    list === undefined ? `r.${quoteName(name)}` : `${quoteName(`of ${name}`)}.ordinal AS ${quoteName(name)}`,
  );
  const joins = lists.map(
    (list) =>
      `LEFT JOIN ${base}.${quoteName(`$members:${list}`)} AS ${quoteName(`of ${list}`)} ON ${quoteName(`of ${list}`)}.path = r.${quoteName(list)}`,
  );
  const changed = names.map(
    (name) => `CASE WHEN lag("$key") OVER w IS NULL OR ${name} IS DISTINCT FROM lag(${name}) OVER w THEN ${name} END`,
  );
  const month = (instant: string) => `date_diff('month', TIMESTAMP '1970-01-01', ${instant})::INTEGER`;
  return `CREATE TABLE ${target}."Employee" AS
    WITH rows AS (
      FROM read_csv(${quoteText(file)}, columns = {EmployeeID: 'VARCHAR', Effective_Date: 'TIMESTAMP', Base_Salary: 'DOUBLE',
        Location: 'VARCHAR', Function: 'VARCHAR', Pay_Level: 'VARCHAR', Work_Model: 'VARCHAR', isHighPotential: 'BOOLEAN'})
    ), keys AS (
      SELECT "EmployeeID", any_value("$key") AS key FROM ${base}."Employee" GROUP BY 1
    ), changes AS (
      SELECT key, r."Effective_Date" AS begins, ${encoded.join(", ")} FROM rows AS r JOIN keys USING ("EmployeeID") ${joins.join(" ")}
    ), touched AS (
      SELECT f.key, max(o."$valid_from") AS begins FROM (SELECT key, min(begins) AS first FROM changes GROUP BY key) AS f
        JOIN ${base}."Employee" AS o ON o."$key" = f.key AND o."$valid_from" < f.first GROUP BY f.key
    ), former AS (
      SELECT "$key" AS key, "$valid_from" AS begins, ${changed.map((value, index) => `${value} AS ${names[index]}`).join(", ")}
      FROM ${base}."Employee" SEMI JOIN touched ON key = "$key" AND "$valid_from" >= begins WINDOW w AS (PARTITION BY "$key" ORDER BY "$valid_from")
    ), filled AS (
      SELECT key, begins, lead(begins) OVER w AS ends, max(former) OVER w AS former,
        ${names.map((name) => `last_value(${name} IGNORE NULLS) OVER w AS ${name}`).join(", ")}
      FROM (SELECT *, NULL AS former FROM changes UNION ALL BY NAME SELECT *, begins AS former FROM former)
      WINDOW w AS (PARTITION BY key ORDER BY begins, former NULLS LAST)
    ), states AS (
      SELECT f.key, f.begins, o."EmployeeID", ${names.map((name) => `f.${name}`).join(", ")},
        ${kept.map((name) => `o.${name}`).join(", ")}, hash(${names.map((name) => `f.${name}`).join(", ")}, ${kept.map((name) => `o.${name}`).join(", ")}) AS digest
      FROM filled AS f JOIN ${base}."Employee" AS o ON o."$key" = f.key AND o."$valid_from" = f.former
      WHERE f.ends IS DISTINCT FROM f.begins
    ), told AS (
      SELECT *, lead(begins) OVER w AS ends
      FROM (SELECT *, lag(digest) OVER w AS former_digest FROM states WINDOW w AS (PARTITION BY key ORDER BY begins))
      WHERE digest IS DISTINCT FROM former_digest WINDOW w AS (PARTITION BY key ORDER BY begins)
    ), together AS (
      SELECT key AS "$key", begins AS "$valid_from", ends AS "$valid_to", "EmployeeID", ${all} FROM told
      UNION ALL
      SELECT "$key", "$valid_from", "$valid_to", "EmployeeID", ${all} FROM ${base}."Employee" ANTI JOIN touched ON key = "$key" AND "$valid_from" >= begins
    )
    SELECT *, ${month('"$valid_from"')} AS "$from_month", coalesce(${month('"$valid_to"')}, 2147483647) AS "$to_month"
    FROM together ORDER BY "$valid_from", "$key"`;
}
