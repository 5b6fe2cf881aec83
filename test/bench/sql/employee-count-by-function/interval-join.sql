-- Every record joined with the months at whose end it is valid.
WITH month AS (
  SELECT i, TIMESTAMP '2025-02-01' + to_months(i) AS month_end FROM range(12) AS months(i)
), cell AS (
  SELECT "Function" AS member, i, count(*) AS headcount
  FROM "Employee"
  JOIN month ON "$valid_from" < month_end AND ("$valid_to" IS NULL OR "$valid_to" >= month_end)
  WHERE "$valid_from" < TIMESTAMP '2026-01-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-02-01')
  GROUP BY member, i
)
SELECT member.path, month.i, coalesce(headcount, 0) AS headcount
FROM range(12) AS month(i) CROSS JOIN "$members:Function" AS member
LEFT JOIN cell ON cell.member = member.ordinal AND cell.i = month.i
ORDER BY month.i, member.ordinal
