/** A text of so many statements, ten lines each and as long as those of `queryText`, over the tables below; every one is different. */
export function tableSqlText(statements: number): string {
  return Array.from({ length: statements }, (_, index) => statement(index)).join("\n");
}

function statement(index: number): string {
  return `SELECT e.person_key, sites.display_name AS name_of_the_site_${index},
  sum(e.amount) AS total_amount, max(e.effective_time) AS newest_change, count(*) AS number_of_changes,
  CASE WHEN e.kind = 'permanent raise' THEN e.amount ELSE 0 END AS permanently_raised_amount
FROM employee_events AS e
LEFT JOIN sites ON e.site_id = sites.site_id
WHERE e.effective_time >= TIMESTAMP '2024-01-01 00:00:00' AND e.effective_time < TIMESTAMP '2025-01-01 00:00:00'
  AND e.kind IN ('hire', 'move', 'raise', 'kind ${index}') AND e.currency_code = 'EUR'
GROUP BY e.person_key, sites.display_name
HAVING sum(e.amount) > ${index} AND max(e.effective_time) IS NOT NULL
ORDER BY total_amount DESC NULLS LAST;`;
}

const column = (name: string, type: string, isPrimaryTimestamp = false) => ({ name, type, isPrimaryTimestamp });

export const benchTables = [
  {
    objectName: "employee_events",
    columns: [
      column("person_key", "STRING"),
      column("effective_time", "DATE_TIME", true),
      column("kind", "STRING"),
      column("amount", "DOUBLE"),
      column("site_id", "INTEGER"),
      column("currency_code", "STRING"),
    ],
  },
  {
    objectName: "sites",
    columns: [column("site_id", "INTEGER"), column("display_name", "STRING")],
  },
];
