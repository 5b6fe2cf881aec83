-- One scan with an aggregate for each month.
WITH wide AS (
  SELECT "Function" AS member,
    count(*) FILTER ("$valid_from" < TIMESTAMP '2025-02-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-02-01')) AS "0",
    count(*) FILTER ("$valid_from" < TIMESTAMP '2025-03-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-03-01')) AS "1",
    count(*) FILTER ("$valid_from" < TIMESTAMP '2025-04-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-04-01')) AS "2",
    count(*) FILTER ("$valid_from" < TIMESTAMP '2025-05-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-05-01')) AS "3",
    count(*) FILTER ("$valid_from" < TIMESTAMP '2025-06-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-06-01')) AS "4",
    count(*) FILTER ("$valid_from" < TIMESTAMP '2025-07-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-07-01')) AS "5",
    count(*) FILTER ("$valid_from" < TIMESTAMP '2025-08-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-08-01')) AS "6",
    count(*) FILTER ("$valid_from" < TIMESTAMP '2025-09-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-09-01')) AS "7",
    count(*) FILTER ("$valid_from" < TIMESTAMP '2025-10-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-10-01')) AS "8",
    count(*) FILTER ("$valid_from" < TIMESTAMP '2025-11-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-11-01')) AS "9",
    count(*) FILTER ("$valid_from" < TIMESTAMP '2025-12-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-12-01')) AS "10",
    count(*) FILTER ("$valid_from" < TIMESTAMP '2026-01-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2026-01-01')) AS "11"
  FROM "Employee"
  WHERE "$valid_from" < TIMESTAMP '2026-01-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-02-01')
  GROUP BY member
), cell AS (
  SELECT member, i::INTEGER AS i, headcount FROM (UNPIVOT wide ON COLUMNS(* EXCLUDE member) INTO NAME i VALUE headcount)
)
SELECT member.path, month.i, coalesce(headcount, 0) AS headcount
FROM range(12) AS month(i) CROSS JOIN "$members:Function" AS member
LEFT JOIN cell ON cell.member = member.ordinal AND cell.i = month.i
ORDER BY month.i, member.ordinal
