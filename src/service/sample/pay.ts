import { companyFunctionList, functionProfiles } from "./members/functions.ts";
import { sampleCities } from "./members/locations.ts";
import { buildCaseSql, type RandomSql } from "./random-sql.ts";
import { sampleDataEnd, sampleDataStart } from "./seasons.ts";

/** Yearly pay of the levels L1 to L8, in the tenant's currency. */
const levelPay = [33_000, 41_000, 52_000, 66_000, 84_000, 108_000, 152_000, 245_000];

/** Usual raise in each yearly review, in hundredths of a percent. */
const raises: Readonly<Record<number, number>> = {
  2016: 250,
  2017: 260,
  2018: 290,
  2019: 280,
  2020: 70,
  2021: 230,
  2022: 430,
  2023: 410,
  2024: 330,
  2025: 290,
};

/** Months of pay changes outside the yearly review. */
const offCycleMonths = "[3, 7, 9, 10, 11]";

/** SQL of the job level at the start of a job, 0 for L1. The row is one of `sample_person`. */
export const firstLevelSql = `(CASE
  WHEN steps = 0 THEN 7
  WHEN reports > 0 AND steps = 1 THEN 6
  WHEN reports > 0 THEN CASE WHEN level_roll < 0.45 THEN 4 ELSE 5 END
  WHEN level_roll < 0.2 THEN 0 WHEN level_roll < 0.55 THEN 1 WHEN level_roll < 0.86 THEN 2 ELSE 3 END)`;

const highestLevel =
  "(CASE WHEN steps = 0 THEN 7 WHEN reports > 0 AND steps = 1 THEN 6 WHEN reports > 0 THEN 5 ELSE 4 END)";

const firstPromotion = `make_date((year(starts) + 1 + CASE WHEN starts = DATE '${sampleDataStart}' THEN -1 ELSE 1 END
  + floor(promoted_roll * promoted_roll * 8))::INTEGER, 4, 1)`;
const nextPromotion = (years: number) =>
  `make_date((year(promoted_1) + ${years} + floor(again_roll * 4))::INTEGER, 4, 1)`;

/** Builds the SELECT for `sample_career`, which adds levels, promotion dates and first pay to `sample_person`. */
export function buildCareerRowsSql(dice: RandomSql): string {
  const functionFactor = buildCaseSql(
    "function",
    functionProfiles.map((profile) => [companyFunctionList.ordinal(profile.name), profile.payFactor]),
  );
  const countryFactor = buildCaseSql(
    "city_0",
    sampleCities.map(({ ordinal, payFactor }) => [ordinal, payFactor]),
  );
  return `
    WITH leveled AS (
      SELECT *, ${firstLevelSql} AS level_0, ${highestLevel} AS level_most, ${firstPromotion} AS promoted_1 FROM sample_person
    ), promoted AS (
      SELECT * EXCLUDE (promoted_1),
        CASE WHEN level_0 + 1 <= level_most THEN promoted_1 END AS promoted_1,
        CASE WHEN level_0 + 2 <= level_most THEN ${nextPromotion(3)} END AS promoted_2,
        CASE WHEN level_0 + 3 <= level_most THEN ${nextPromotion(8)} END AS promoted_3
      FROM leveled
    )
    SELECT *, (${buildCaseSql(
      "level_0",
      levelPay.map((pay, level) => [level, pay]),
    )}
      * ${functionFactor} * coalesce(${countryFactor}, 0.8)
      * (0.86 + 0.28 * ${dice.randomFraction("pay", "key")}) * CASE WHEN gender = 1 THEN 1.015 ELSE 0.985 END
      * pow(1.031, year(starts) - 2016) * pow(1.005, least(10, greatest(0, year(starts) - year(hired)))))::DOUBLE AS first_pay
    FROM promoted ORDER BY key`;
}

/** Builds SQL of the job level on a day, 0 for L1. The row is one of `sample_career`. */
export const buildLevelSql = (day: string): string => `(level_0 + coalesce(${day} >= promoted_1, FALSE)::INTEGER
  + coalesce(${day} >= promoted_2, FALSE)::INTEGER + coalesce(${day} >= promoted_3, FALSE)::INTEGER)`;

/** Builds SQL of the pay after raises. Raises are logarithms in ten-thousandths, so that their sum is exact. */
export const buildPayAfterRaisesSql = (raised: string): string =>
  `(round(first_pay * exp((${raised}) / 10000.0) / 50) * 50)`;

/** Builds the SELECT of raises (key, begins, raise) from `sample_career`, both in yearly reviews and between them. */
export function buildRaiseRowsSql(dice: RandomSql): string {
  const ids = ["key", "year"];
  const usual = buildCaseSql(
    "year",
    Object.entries(raises).map(([year, raise]) => [Number(year), raise]),
  );
  return `
    SELECT key, make_date(year::INTEGER, 4, 1) AS begins,
      (CASE WHEN make_date(year::INTEGER, 4, 1) IN (promoted_1, promoted_2, promoted_3) THEN 700 + 500 * ${dice.randomFraction("step", ...ids)}
        ELSE 0 END
      + CASE WHEN ${dice.randomFraction("no raise", ...ids)} < 0.07 THEN 0
        ELSE ${usual} * (0.5 + ${dice.randomFraction("raise", ...ids)}) END)::INTEGER AS raise
    FROM sample_career, range(2016, 2026) AS years(year)
    WHERE make_date(year::INTEGER, 4, 1) > starts + 75 AND make_date(year::INTEGER, 4, 1) < coalesce(ended, DATE '${sampleDataEnd}')
    UNION ALL
    SELECT key, begins, raise FROM (
      SELECT key, starts, ended, (150 + 500 * ${dice.randomFraction("off-cycle raise", ...ids)})::INTEGER AS raise,
        make_date(year::INTEGER, CASE WHEN special = 1 AND year = 2024 THEN 3
          ELSE ${offCycleMonths}[1 + floor(${dice.randomFraction("off-cycle month", ...ids)} * 5)::INTEGER] END, 15) AS begins
      FROM sample_career, range(2016, 2026) AS years(year)
      WHERE ${dice.randomFraction("off-cycle", ...ids)} < 0.045 OR (special = 1 AND year = 2024))
    WHERE begins > starts + 75 AND begins < coalesce(ended, DATE '${sampleDataEnd}')`;
}
