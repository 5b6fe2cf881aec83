-- Every record looked at once: grouped by the first month end it is valid at and the first one that it is not, then the
-- few groups are spread over the months between.
WITH region AS (
  SELECT ordinal AS city, ancestors[1] AS member FROM "$members:Location"
), span AS (
  SELECT "Location" AS city,
    greatest(date_diff('month', TIMESTAMP '2025-01-01', "$valid_from"), 0) AS first_month,
    coalesce(least(date_diff('month', TIMESTAMP '2025-01-01', "$valid_to"), 12), 12) AS end_month,
    sum("Base_Salary") AS total, count("Base_Salary") AS records
  FROM "Employee"
  WHERE "$valid_from" < TIMESTAMP '2026-01-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-02-01')
  GROUP BY ALL
), cell AS (
  SELECT member, i, sum(total) AS total, sum(records) AS records
  FROM (SELECT member, total, records, unnest(range(first_month, end_month)) AS i FROM span JOIN region USING (city))
  GROUP BY member, i
)
SELECT member.path, month.i, cell.total / cell.records AS average_salary
FROM range(12) AS month(i) JOIN "$members:Location" AS member ON member.depth = 0
LEFT JOIN cell ON cell.member = member.ordinal AND cell.i = month.i
ORDER BY month.i, member.ordinal
