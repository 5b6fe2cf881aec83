/** A text of so many statements, ten lines each, over the tables below; every one is different. */
export function tableSqlText(statements: number): string {
  return Array.from({ length: statements }, (_, index) => statement(index)).join("\n");
}

function statement(index: number): string {
  return `SELECT e.person_key, s.name AS site_${index},
  sum(e.amount) AS total, max(e.event_time) AS newest,
  CASE WHEN e.kind = 'raise' THEN e.amount ELSE 0 END AS raise
FROM employee_events AS e
JOIN sites AS s ON e.site_id = s.site_id
WHERE e.event_time >= TIMESTAMP '2024-01-01 00:00:00'
  AND e.kind IN ('hire', 'move', 'raise', 'kind ${index}')
GROUP BY e.person_key, s.name
HAVING sum(e.amount) > ${index}
ORDER BY total DESC NULLS LAST;`;
}

const column = (name: string, type: string, isPrimaryTimestamp = false) => ({ name, type, isPrimaryTimestamp });

export const benchTables = [
  {
    objectName: "employee_events",
    columns: [
      column("person_key", "STRING"),
      column("event_time", "DATE_TIME", true),
      column("kind", "STRING"),
      column("amount", "DOUBLE"),
      column("site_id", "INTEGER"),
    ],
  },
  { objectName: "sites", columns: [column("site_id", "INTEGER"), column("name", "STRING")] },
];
