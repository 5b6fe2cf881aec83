-- Every record looked at once: grouped by the months at whose end it is valid, from the first to the one after the last;
-- then the few groups are spread over the months between.
WITH valid AS (
  -- Two scans with one plain comparison each: DuckDB checks both while it reads, and no OR record by record.
  SELECT "Function" AS member, "$valid_from", "$valid_to"
  FROM "Employee" WHERE "$valid_to" IS NULL AND "$valid_from" < TIMESTAMP '2026-01-01'
  UNION ALL
  SELECT "Function" AS member, "$valid_from", "$valid_to"
  FROM "Employee" WHERE "$valid_to" >= TIMESTAMP '2025-02-01' AND "$valid_from" < TIMESTAMP '2026-01-01'
), span AS (
  SELECT member,
    CASE WHEN "$valid_from" < TIMESTAMP '2025-01-01' THEN 0 ELSE month("$valid_from") - 1 END AS first_month,
    CASE WHEN "$valid_to" < TIMESTAMP '2026-01-01' THEN month("$valid_to") - 1 ELSE 12 END AS end_month,
    count(*) AS records
  FROM valid
  GROUP BY ALL
), cell AS (
  SELECT member, i, sum(records)::BIGINT AS headcount
  FROM (SELECT member, records, unnest(range(first_month, end_month)) AS i FROM span)
  GROUP BY member, i
)
SELECT member.path, month.i, coalesce(headcount, 0) AS headcount
FROM range(12) AS month(i) CROSS JOIN "$members:Function" AS member
LEFT JOIN cell ON cell.member = member.ordinal AND cell.i = month.i
ORDER BY month.i, member.ordinal
