import type { Connection } from "../../duckdb/database.ts";

/** First day of the sample data. */
export const sampleDataStart = "2016-01-01";
/** Exclusive end of the sample data. */
export const sampleDataEnd = "2026-01-01";

const dayLength = 86_400_000;
const lastDay = Date.parse("2026-07-01");

/** Relative activity in each month, January first. */
const exitSeason = [1.65, 0.9, 0.95, 0.95, 0.85, 1.05, 1.4, 1.3, 1.05, 0.8, 0.6, 0.5];
const hireSeason = [1.35, 1.2, 1.15, 1, 0.95, 0.85, 0.6, 0.55, 1.5, 1.35, 0.95, 0.55];

/** Relative activity by year: fewer people left in the first year of the pandemic, and more in the following two. */
const exitYear: Readonly<Record<number, number>> = { 2019: 1.05, 2020: 0.68, 2021: 1.22, 2022: 1.25, 2023: 0.9 };
const hireYear: Readonly<Record<number, number>> = { 2020: 0.75 };

/** New seats by year, as shares of the growth over ten years and the months that are planned ahead. */
const growthYear: Readonly<Record<number, number>> = {
  2016: 0.08,
  2017: 0.11,
  2018: 0.13,
  2019: 0.13,
  2020: 0.015,
  2021: 0.11,
  2022: 0.17,
  2023: 0.055,
  2024: 0.08,
  2025: 0.1,
  2026: 0.02,
};

/** Ticks per unit of each clock: several per day, even in slow months. */
const ticks = { exit: 2000, hire: 2000, growth: 40_000 } as const;

/** Builds SQL of the tick for a clock reading. The table `sample_<clock>_tick` maps the tick to a day. */
export function buildTickSql(clock: keyof typeof ticks, reading: string): string {
  return `floor((${reading}) * ${ticks[clock]})::BIGINT`;
}

/**
 * Creates the tables that distribute hires, exits and growth over the seasons. `sample_day` (day, exit_clock,
 * hire_clock, growth_clock) has a row for each day of the data and the half year after it. For each clock,
 * `sample_<clock>_tick` (tick, day) finds a day by an equality join. A clock runs faster in busy months. The clocks of
 * exits and hires count years since the start. The growth clock is the share of new seats before the day.
 */
export async function createSeasonTables(connection: Connection, signal?: AbortSignal): Promise<void> {
  const days: { day: string; exits: number; hires: number; growth: number }[] = [];
  let exits = 0;
  let hires = 0;
  let growth = 0;
  for (let time = Date.parse(sampleDataStart); time < lastDay; time += dayLength) {
    const day = new Date(time);
    const month = day.getUTCMonth();
    const year = day.getUTCFullYear();
    days.push({ day: day.toISOString().slice(0, 10), exits, hires, growth });
    exits += ((exitSeason[month] ?? 1) / mean(exitSeason) / 365.25) * (exitYear[year] ?? 1);
    const hiring = (hireSeason[month] ?? 1) / mean(hireSeason) / 365.25;
    hires += hiring * (hireYear[year] ?? 1);
    // The data of 2026 cover only half a year, so its share is doubled.
    growth += hiring * (growthYear[year] ?? 0) * (year === 2026 ? 2 : 1);
  }
  await connection.run(
    `CREATE TEMP TABLE sample_day AS
     SELECT each.day, each.exits AS exit_clock, each.hires AS hire_clock, each.growth / ${growth} AS growth_clock
     FROM (SELECT unnest(from_json($1::VARCHAR, '[{"day":"DATE","exits":"DOUBLE","hires":"DOUBLE","growth":"DOUBLE"}]')) AS each)`,
    [JSON.stringify(days)],
    signal,
  );
  for (const [clock, perUnit] of Object.entries(ticks)) {
    await connection.run(
      `CREATE TEMP TABLE sample_${clock}_tick AS
       SELECT unnest(range(ceil(reading * ${perUnit})::BIGINT, ceil(next * ${perUnit})::BIGINT)) AS tick, day
       FROM (SELECT day, ${clock}_clock AS reading, lead(${clock}_clock) OVER (ORDER BY day) AS next FROM sample_day)`,
      [],
      signal,
    );
  }
}

/**
 * Builds SQL of the day on which a person starts who is available from `day`. It is usually the first of the next
 * month, else the next Monday.
 */
export function buildStartDateSql(day: string, roll: string): string {
  return `(CASE WHEN ${roll} < 0.55 THEN (date_trunc('month', ${day}) + INTERVAL 1 MONTH)::DATE
    ELSE ${day} + (1 + (7 - isodow(${day})) % 7)::INTEGER END)`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
