-- Every record looked at once: grouped by the months at whose end it is valid, from the first to the one after the last;
-- then the few groups are spread over the months between.
WITH region AS (
  SELECT ordinal AS city, ancestors[1] AS member FROM "$members:Location"
), valid AS (
  -- Two scans with one plain comparison each: DuckDB checks both while it reads, and no OR record by record.
  SELECT "Location" AS city, "Base_Salary", "$valid_from", "$valid_to"
  FROM "Employee" WHERE "$valid_to" IS NULL AND "$valid_from" < TIMESTAMP '2026-01-01'
  UNION ALL
  SELECT "Location" AS city, "Base_Salary", "$valid_from", "$valid_to"
  FROM "Employee" WHERE "$valid_to" >= TIMESTAMP '2025-02-01' AND "$valid_from" < TIMESTAMP '2026-01-01'
), span AS (
  SELECT city,
    CASE WHEN "$valid_from" < TIMESTAMP '2025-01-01' THEN 0 ELSE month("$valid_from") - 1 END AS first_month,
    CASE WHEN "$valid_to" < TIMESTAMP '2026-01-01' THEN month("$valid_to") - 1 ELSE 12 END AS end_month,
    sum("Base_Salary") AS total, count("Base_Salary") AS records
  FROM valid
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
