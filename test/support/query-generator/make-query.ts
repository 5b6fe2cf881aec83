import type { StoredObject } from "../../../src/service/model/tenant-model.ts";
import type { Workforce } from "../evaluator/workforce.ts";
import { DataValues } from "./data-values.ts";
import { Dice } from "./dice.ts";
import { makeConjuncts } from "./make-conditions.ts";
import { type MadeAxis, makeAxis, makeColumn, makeMetric, makeTimeItem } from "./make-items.ts";
import { makeAggregateOptions, makeListOptions } from "./make-options.ts";
import type { Source } from "./make-predicate.ts";
import { makePeriods, writePeriods, writeRange } from "./make-time.ts";
import type { DraftItem, QueryDraft, Spelling } from "./query-draft.ts";

/** Limits the work of one query, for the service and for the evaluator. */
const maxCells = 4_000;

/** Makes valid queries of both kinds over a tenant's model and data. */
export class QueryMaker {
  readonly data: DataValues;
  readonly #workforce: Workforce;

  constructor(workforce: Workforce) {
    this.#workforce = workforce;
    this.data = new DataValues(workforce);
  }

  /** The same seed gives the same query over the same workforce. */
  make(seed: number): QueryDraft {
    // Another seed than the query's own, whose first throw would be this one again.
    return new Dice(~seed).chance(0.55) ? this.makeAggregate(seed) : this.makeList(seed);
  }

  makeAggregate(seed: number): QueryDraft {
    return makeAggregateQuery(this.#source(seed));
  }

  makeList(seed: number): QueryDraft {
    return makeListQuery(this.#source(seed));
  }

  #source(seed: number): Source {
    return { workforce: this.#workforce, data: this.data, dice: new Dice(seed) };
  }
}

function makeAggregateQuery(source: Source): QueryDraft {
  const { workforce, dice } = source;
  const { model } = workforce;
  const first = dice.pick(model.metrics);
  const object = workforce.object(first.object);
  const siblings = model.metrics.filter(({ object: owner, id }) => owner === object.id && id !== first.id);
  const metrics = [first, ...dice.some(siblings, dice.pick([0, 0, 0, 1, 2]))];
  const axes = makeAxes(object, source);
  const combinations = axes.reduce((product, { positions }) => product * (positions + 1), 1);
  const items: DraftItem[] = [...metrics.map((metric) => makeMetric(metric, source)), ...axes.map(({ item }) => item)];
  if (dice.chance(0.35)) {
    items.push(makeTimeItem(dice));
  }
  const conjuncts = makeConjuncts(object, source);
  const spelling = makeSpelling(dice);
  const periods = makePeriods(object.id, source, Math.floor(maxCells / combinations));
  return {
    kind: "aggregate",
    items: dice.some(items, items.length),
    object: object.id,
    conjuncts,
    ...(dice.chance(0.93) && {
      time: { text: writePeriods(periods, spelling, source), place: dice.whole(0, conjuncts.length) },
    }),
    spelling,
    ...(dice.chance(0.6) && { aggregateQueryOptions: makeAggregateOptions(dice) }),
    ...(dice.chance(0.05) && { listQueryOptions: makeListOptions(dice) }),
  };
}

function makeAxes(object: StoredObject, source: Source): readonly MadeAxis[] {
  const axes: MadeAxis[] = [];
  let cells = 1;
  for (let count = source.dice.pick([0, 1, 1, 2, 2, 3]); count > 0; count--) {
    const axis = makeAxis(object, source);
    if (axis && cells * (axis.positions + 1) <= maxCells) {
      axes.push(axis);
      cells *= axis.positions + 1;
    }
  }
  return axes;
}

function makeListQuery(source: Source): QueryDraft {
  const { workforce, dice } = source;
  const subjects = workforce.model.objects.filter(({ kind }) => kind === "subject");
  const object = dice.pick(dice.chance(0.5) ? subjects : workforce.model.objects);
  const items = Array.from({ length: dice.whole(1, 6) }, () => makeColumn(object, source));
  if (dice.chance(0.25)) {
    items.splice(dice.whole(0, items.length), 0, makeTimeItem(dice));
  }
  const conjuncts = makeConjuncts(object, source);
  const options = dice.chance(0.6) ? makeListOptions(dice) : undefined;
  if (options?.queryMode === "FILL" && dice.chance(0.4)) {
    items.splice(dice.whole(0, items.length), 0, { kind: "column", text: "No_Such_Column" });
  }
  return {
    kind: "list",
    items,
    object: object.id,
    conjuncts,
    ...(dice.chance(0.9) && { time: { text: writeRange(object.id, source), place: dice.whole(0, conjuncts.length) } }),
    spelling: makeSpelling(dice),
    ...(options && { listQueryOptions: options }),
    ...(dice.chance(0.05) && { aggregateQueryOptions: makeAggregateOptions(dice) }),
  };
}

function makeSpelling(dice: Dice): Spelling {
  return {
    keywords: dice.pick(["upper", "upper", "lower", "mixed"]),
    end: dice.pick(["", "", ";", "  ;\n"]),
    gap: dice.pick([" ", " ", " ", "\n  ", " /* - */ ", " -- -\n"]),
    isTerse: dice.chance(0.5),
  };
}
