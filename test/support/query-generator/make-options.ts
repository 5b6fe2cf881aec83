import type { AggregateOptions, ListOptions } from "../evaluator/options.ts";
import type { Dice } from "./dice.ts";

const visibilities = ["SHOW", "HIDE", "ELIMINATE"] as const;

export function makeAggregateOptions(dice: Dice): AggregateOptions {
  const isChosen = () => dice.chance(0.25);
  return {
    ...(isChosen() && { calendarType: dice.pick(["TENANT_CALENDAR", "GREGORIAN_CALENDAR"] as const) }),
    ...(isChosen() && { zeroVisibility: dice.pick(visibilities) }),
    ...(isChosen() && { nullVisibility: dice.pick(visibilities) }),
    ...(dice.chance(0.15) && { enableSparseResults: dice.chance(0.8) }),
    ...(dice.chance(0.5) && {
      memberDisplayMode: dice.pick(["DEFAULT", "COMPACT", "DISPLAY", "MDX", "COMPACT_DISPLAY"] as const),
    }),
    ...(isChosen() && { axesOverallValueMode: dice.pick(["NONE", "AGGREGATE", "OVERALL"] as const) }),
    ...(isChosen() && {
      internal: {
        ...(dice.chance(0.5) && { alignTimeAxisToPeriodEnd: dice.chance(0.8) }),
        ...(dice.chance(0.5) && { sparseHandlingMode: dice.pick(["ALLOW", "DISALLOW", "FORCE"] as const) }),
      },
    }),
  };
}

export function makeListOptions(dice: Dice): ListOptions {
  const isChosen = () => dice.chance(0.25);
  const queryMode = dice.pick(["DEFAULT", "FILL", "FAIL"] as const);
  return {
    ...(isChosen() && { calendarType: dice.pick(["TENANT_CALENDAR", "GREGORIAN_CALENDAR"] as const) }),
    ...(isChosen() && { limit: dice.pick([1, 2, 7, 50, 5000]) }),
    ...(dice.chance(0.15) && { page: dice.whole(0, 3) }),
    ...(isChosen() && { queryMode, ...(queryMode !== "DEFAULT" && dice.chance(0.6) && { omitHeader: true }) }),
    ...(dice.chance(0.4) && { recordMode: dice.pick(["NORMAL", "CHANGES"] as const) }),
    ...(dice.chance(0.4) && { dateTimeDisplayMode: dice.pick(["EPOCH", "DATETIME"] as const) }),
  };
}
