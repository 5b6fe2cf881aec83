-- Every record joined with the months at whose end it is valid.
WITH region AS (
  SELECT ordinal AS city, ancestors[1] AS member FROM "$members:Location"
), month AS (
  SELECT i, TIMESTAMP '2025-02-01' + to_months(i) AS month_end FROM range(12) AS months(i)
), cell AS (
  SELECT member, i, sum("Base_Salary") AS total, count("Base_Salary") AS records
  FROM "Employee"
  JOIN month ON "$valid_from" < month_end AND ("$valid_to" IS NULL OR "$valid_to" >= month_end)
  JOIN region ON city = "Location"
  WHERE "$valid_from" < TIMESTAMP '2026-01-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-02-01')
  GROUP BY member, i
)
SELECT member.path, month.i, cell.total / cell.records AS average_salary
FROM range(12) AS month(i) JOIN "$members:Location" AS member ON member.depth = 0
LEFT JOIN cell ON cell.member = member.ordinal AND cell.i = month.i
ORDER BY month.i, member.ordinal
