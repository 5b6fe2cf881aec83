import type { StoredDimension } from "../../../src/service/model/tenant-model.ts";
import { dayMs } from "../evaluator/calendar.ts";
import type { Value, Workforce, WorkforceMember } from "../evaluator/workforce.ts";
import type { Dice } from "./dice.ts";

/** Values and instants that stand in the data, so that filters hit and intervals end where rules differ. */
export class DataValues {
  readonly #workforce: Workforce;
  readonly #edges: ReadonlyMap<string, readonly number[]>;
  readonly #values = new Map<string, readonly Value[]>();

  constructor(workforce: Workforce) {
    this.#workforce = workforce;
    this.#edges = new Map(
      workforce.model.objects.map(({ id }) => {
        const edges = workforce.records(id).flatMap(({ begins, ends }) => (ends === null ? [begins] : [begins, ends]));
        return [id, [...new Set(edges)]];
      }),
    );
  }

  /** A value of a property that some record has; `undefined` when none has any. */
  value(object: string, property: string, dice: Dice): Value | undefined {
    const values = this.#distinct(object, property);
    return values.length === 0 ? undefined : dice.pick(values);
  }

  /** A member some record has, or one above it. */
  member(object: string, dimension: StoredDimension, dice: Dice): WorkforceMember {
    const used = this.#distinct(object, dimension.id);
    const members = this.#workforce.members(dimension);
    if (used.length === 0 || dice.chance(0.1)) {
      return dice.pick(members);
    }
    const own = this.#workforce.member(dimension, Number(dice.pick(used)));
    return this.#workforce.member(dimension, dice.chance(0.6) ? own.ordinal : dice.pick(own.ancestors));
  }

  /** An instant at which the rules of time differ, mostly one where an object's own records begin or end; epoch milliseconds. */
  instant(object: string, dice: Dice): number {
    const edge = dice.pick(this.#edges.get(dice.chance(0.7) ? object : dice.pick([...this.#edges.keys()])) ?? []);
    const date = new Date(edge);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    switch (dice.whole(0, 9)) {
      case 0:
      case 1:
      case 2:
        return edge;
      case 3:
        return edge + dice.pick([-1, 1, 1000, -1000]);
      case 4:
        return Date.UTC(year, month, 1);
      case 5:
        return Date.UTC(year, month + 1, 1) - dayMs;
      case 6:
        return Date.UTC(year + dice.whole(0, 1), 0, 1);
      case 7:
        return Date.UTC(dice.pick([2016, 2020, 2024]), 1, 29);
      case 8:
        return edge + dice.pick([-dayMs, dayMs]);
      default:
        return edge + dice.whole(1, dayMs - 1);
    }
  }

  #distinct(object: string, id: string): readonly Value[] {
    const place = `${object} ${id}`;
    const known = this.#values.get(place);
    if (known) {
      return known;
    }
    const all = this.#workforce.records(object).map(({ values }) => values.get(id) ?? null);
    const values = [...new Set(all)].filter((value) => value !== null);
    this.#values.set(place, values);
    return values;
  }
}
