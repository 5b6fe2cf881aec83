-- Every record counted up in the month at whose end it is first valid and down in the one at whose end it is not any more;
-- the running totals of the few sums are the answer.
WITH region AS (
  SELECT ordinal AS city, ancestors[1] AS member FROM "$members:Location"
), valid AS (
  -- Two scans with one plain comparison each: DuckDB checks both while it reads, and no OR record by record.
  SELECT "Location" AS city, "Base_Salary", "$valid_from", "$valid_to"
  FROM "Employee" WHERE "$valid_to" IS NULL AND "$valid_from" < TIMESTAMP '2026-01-01'
  UNION ALL
  SELECT "Location" AS city, "Base_Salary", "$valid_from", "$valid_to"
  FROM "Employee" WHERE "$valid_to" >= TIMESTAMP '2025-02-01' AND "$valid_from" < TIMESTAMP '2026-01-01'
), change AS (
  SELECT city,
    CASE WHEN "$valid_from" < TIMESTAMP '2025-01-01' THEN 0 ELSE month("$valid_from") - 1 END AS i,
    sum("Base_Salary") AS total, count("Base_Salary") AS records
  FROM valid
  GROUP BY ALL
  UNION ALL
  SELECT city,
    CASE WHEN "$valid_to" < TIMESTAMP '2026-01-01' THEN month("$valid_to") - 1 ELSE 12 END AS i,
    -sum("Base_Salary"), -count("Base_Salary")
  FROM valid
  WHERE "$valid_to" < TIMESTAMP '2026-01-01'
  GROUP BY ALL
), cell AS (
  SELECT member, month.i, sum(total) AS total, sum(records) AS records
  FROM change
  JOIN region USING (city)
  JOIN range(12) AS month(i) ON change.i <= month.i
  GROUP BY ALL
)
SELECT member.path, month.i, cell.total / cell.records AS average_salary
FROM range(12) AS month(i) JOIN "$members:Location" AS member ON member.depth = 0
LEFT JOIN cell ON cell.member = member.ordinal AND cell.i = month.i
ORDER BY month.i, member.ordinal
