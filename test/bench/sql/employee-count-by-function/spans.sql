-- Every record looked at once: grouped by the first month end it is valid at and the first one that it is not, then the
-- few groups are spread over the months between.
WITH span AS (
  SELECT "Function" AS member,
    greatest(date_diff('month', TIMESTAMP '2025-01-01', "$valid_from"), 0) AS first_month,
    coalesce(least(date_diff('month', TIMESTAMP '2025-01-01', "$valid_to"), 12), 12) AS end_month,
    count(*) AS records
  FROM "Employee"
  WHERE "$valid_from" < TIMESTAMP '2026-01-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-02-01')
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
