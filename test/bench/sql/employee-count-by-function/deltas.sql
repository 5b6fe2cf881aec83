-- Every record counted up in the month at whose end it is first valid and down in the one at whose end it is not any more;
-- the running totals of the few sums are the answer.
WITH valid AS (
  -- Two scans with one plain comparison each: DuckDB checks both while it reads, and no OR record by record.
  SELECT "Function" AS member, "$valid_from", "$valid_to"
  FROM "Employee" WHERE "$valid_to" IS NULL AND "$valid_from" < TIMESTAMP '2026-01-01'
  UNION ALL
  SELECT "Function" AS member, "$valid_from", "$valid_to"
  FROM "Employee" WHERE "$valid_to" >= TIMESTAMP '2025-02-01' AND "$valid_from" < TIMESTAMP '2026-01-01'
), change AS (
  SELECT member,
    CASE WHEN "$valid_from" < TIMESTAMP '2025-01-01' THEN 0 ELSE month("$valid_from") - 1 END AS i,
    count(*) AS change
  FROM valid
  GROUP BY ALL
  UNION ALL
  SELECT member,
    CASE WHEN "$valid_to" < TIMESTAMP '2026-01-01' THEN month("$valid_to") - 1 ELSE 12 END AS i,
    -count(*)
  FROM valid
  WHERE "$valid_to" < TIMESTAMP '2026-01-01'
  GROUP BY ALL
), cell AS (
  SELECT member.ordinal AS member, month.i, sum(change) FILTER (change.i <= month.i)::BIGINT AS headcount
  FROM range(12) AS month(i)
  CROSS JOIN "$members:Function" AS member
  JOIN change ON change.member = member.ordinal
  GROUP BY ALL
)
SELECT member.path, month.i, coalesce(headcount, 0) AS headcount
FROM range(12) AS month(i) CROSS JOIN "$members:Function" AS member
LEFT JOIN cell ON cell.member = member.ordinal AND cell.i = month.i
ORDER BY month.i, member.ordinal
