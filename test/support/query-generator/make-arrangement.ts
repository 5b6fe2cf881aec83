import type { AxisArrangement } from "../evaluator/arrange-axis.ts";
import type { Dice } from "./dice.ts";

/** An order and a limit for an axis; seldom none, so that both kinds stand side by side in one query. */
export function makeArrangement(dice: Dice): AxisArrangement | undefined {
  if (dice.chance(0.15)) {
    return undefined;
  }
  return {
    sort: {
      sortType: dice.pick(["METRIC_VALUE", "METRIC_VALUE", "METRIC_VALUE", "CONFIGURED", "NAME", "DISPLAY_NAME"]),
      sortDirection: dice.pick(["SORT_DESCENDING", "SORT_ASCENDING"]),
    },
    limit: {
      limitType: dice.pick(["FIRST_N", "FIRST_N", "LAST_N"]),
      n: dice.pick([-1, 0, 1, 2, 3, 5, 1000]),
      showOthers: dice.chance(0.7),
    },
  };
}
