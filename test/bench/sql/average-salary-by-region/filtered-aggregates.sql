-- One scan with two aggregates for each month.
WITH region AS (
  SELECT ordinal AS city, ancestors[1] AS member FROM "$members:Location"
), wide AS (
  SELECT "Location" AS city,
    [sum("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-02-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-02-01')), count("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-02-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-02-01'))] AS "0",
    [sum("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-03-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-03-01')), count("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-03-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-03-01'))] AS "1",
    [sum("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-04-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-04-01')), count("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-04-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-04-01'))] AS "2",
    [sum("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-05-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-05-01')), count("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-05-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-05-01'))] AS "3",
    [sum("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-06-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-06-01')), count("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-06-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-06-01'))] AS "4",
    [sum("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-07-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-07-01')), count("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-07-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-07-01'))] AS "5",
    [sum("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-08-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-08-01')), count("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-08-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-08-01'))] AS "6",
    [sum("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-09-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-09-01')), count("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-09-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-09-01'))] AS "7",
    [sum("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-10-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-10-01')), count("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-10-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-10-01'))] AS "8",
    [sum("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-11-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-11-01')), count("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-11-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-11-01'))] AS "9",
    [sum("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-12-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-12-01')), count("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2025-12-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-12-01'))] AS "10",
    [sum("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2026-01-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2026-01-01')), count("Base_Salary") FILTER ("$valid_from" < TIMESTAMP '2026-01-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2026-01-01'))] AS "11"
  FROM "Employee"
  WHERE "$valid_from" < TIMESTAMP '2026-01-01' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '2025-02-01')
  GROUP BY city
), cell AS (
  SELECT member, i::INTEGER AS i, sum(parts[1]) AS total, sum(parts[2]) AS records
  FROM (UNPIVOT wide ON COLUMNS(* EXCLUDE city) INTO NAME i VALUE parts) JOIN region USING (city)
  GROUP BY ALL
)
SELECT member.path, month.i, cell.total / cell.records AS average_salary
FROM range(12) AS month(i) JOIN "$members:Location" AS member ON member.depth = 0
LEFT JOIN cell ON cell.member = member.ordinal AND cell.i = month.i
ORDER BY month.i, member.ordinal
