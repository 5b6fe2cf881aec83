import type { Connection } from "../../duckdb/database.ts";
import { companyFunctionList, functionProfiles } from "./members/functions.ts";
import { sampleCities } from "./members/locations.ts";
import { organizationList, unitsOfFunction } from "./members/organization.ts";
import type { RandomSql } from "./random-sql.ts";

/** Approximate number of direct reports of a manager. */
const span = 8;

/**
 * Creates the table `sample_place` with the position of each seat in the company.
 *
 * `parent` is the manager's seat: an older seat of the same function, seat 1 for the head of a function, and NULL for
 * seat 1. `steps` is the number of levels below the head of the function. `reports` is the number of direct reports.
 * `unit` and `new_unit` are the organizational units before and since the reorganization of July 2021. `city` is a
 * member of Location.
 */
export async function assignLocations(connection: Connection, dice: RandomSql, signal?: AbortSignal): Promise<void> {
  const run = (sql: string) => connection.run(sql, [], signal);
  await run(`CREATE TEMP TABLE sample_unit AS FROM (VALUES ${functionProfiles.map(({ name }) => unitRow(name)).join(", ")})
    AS units(function, unit, departments, teams)`);
  await run(`
    CREATE TEMP TABLE sample_tree AS
    WITH ranked AS (
      SELECT seat, function, special,
        row_number() OVER (PARTITION BY function ORDER BY special IS NOT NULL, seat) - 1 AS rank
      FROM sample_seat
    ), parents AS (
      SELECT *, CASE WHEN rank > 0
        THEN floor((rank - 1) // ${span} * (0.85 + 0.3 * ${dice.randomFraction("parent", "seat")}))::BIGINT END AS parent_rank
      FROM ranked
    ), tree AS (
      SELECT child.seat, child.function, child.special, child.rank,
        CASE WHEN child.seat = 1 THEN NULL ELSE coalesce(above.seat, 1) END AS parent
      FROM parents AS child LEFT JOIN ranked AS above
        ON above.function = child.function AND above.rank = child.parent_rank
    ), counted AS (SELECT parent AS seat, count(*) AS reports FROM tree WHERE parent IS NOT NULL GROUP BY parent)
    SELECT tree.*, coalesce(counted.reports, 0) AS reports FROM tree LEFT JOIN counted USING (seat)`);
  await run(`
    CREATE TEMP TABLE sample_place AS
    SELECT seat, function, special, rank, parent, reports, 0 AS steps, 0 AS depth,
      0::BIGINT AS department, ${organizationList.ordinal("COMPANY")} AS unit, ${organizationList.ordinal("COMPANY")} AS new_unit,
      ${sampleCities.find(({ weight }) => weight === 9)?.ordinal ?? 0} AS city
    FROM sample_tree WHERE parent IS NULL`);
  for (let depth = 1, placed = 1; placed > 0; depth += 1) {
    await run(`INSERT INTO sample_place ${placesBelow(dice, depth)}`);
    const [row] = await connection.rows("SELECT count(*) AS placed FROM sample_place WHERE depth = ?", [depth], signal);
    placed = Number(row?.placed);
  }
}

function unitRow(name: string): string {
  const { unit, departments, leaves } = unitsOfFunction(name);
  const teams = departments.map((department) => {
    const inside = leaves.filter((leaf) => organizationList.members[leaf]?.ancestors.includes(department));
    return `[${inside.join(", ")}]`;
  });
  return `(${companyFunctionList.ordinal(name)}, ${unit}, [${departments.join(", ")}], [${teams.join(", ")}])`;
}

function placesBelow(dice: RandomSql, depth: number): string {
  const homeCity = dice.pick(
    sampleCities.map(({ ordinal, weight }) => [ordinal, weight]),
    "city",
    "seat.seat",
  );
  return `
    WITH seat AS (
      SELECT seat.*, above.steps AS above_steps, above.department AS above_department, above.unit AS above_unit,
        above.city AS above_city, above.function AS above_function
      FROM sample_tree AS seat JOIN sample_place AS above ON seat.parent = above.seat AND above.depth = ${depth - 1}
    ), stepped AS (
      SELECT *, CASE WHEN rank = 0 THEN 0 ELSE above_steps + 1 END AS steps FROM seat
    ), departed AS (
      SELECT seat.*, sample_unit.unit AS function_unit, departments, teams,
        CASE WHEN steps <= 1 THEN (rank + 1) % len(departments) + 1 ELSE above_department END AS department,
        ${dice.randomFraction("team", "seat.seat")} AS team_roll, ${dice.randomFraction("reorganized", "seat.parent")} AS reorganized
      FROM stepped AS seat JOIN sample_unit USING (function)
    ), united AS (
      SELECT *, teams[department] AS choices, CASE
        WHEN steps = 0 THEN function_unit
        WHEN steps = 1 AND reports > 0 THEN departments[department]
        WHEN steps <= 2 THEN teams[department][1 + floor(team_roll * len(teams[department]))::INTEGER]
        ELSE above_unit END AS unit
      FROM departed
    )
    SELECT seat, function, special, rank, parent, reports, steps, ${depth}, department, unit,
      CASE WHEN steps >= 2 AND reorganized < 0.15 THEN choices[1 + floor(team_roll * len(choices))::INTEGER] ELSE unit END,
      CASE WHEN steps >= 2 AND ${dice.randomFraction("near", "seat.seat")} < 0.55 THEN above_city ELSE ${homeCity} END
    FROM united AS seat`;
}
