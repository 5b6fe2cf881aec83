import type { StoredDimension, TenantModel } from "../model/tenant-model.ts";
import { isEventObject } from "./print-query.ts";
import type { AttributePath, QuestionReading, ReadAxis, ReadFilter, ReadTime } from "./question-reading.ts";
import { followReferences } from "./resolve-names.ts";

/** Returns a question that asks for a reading in the names of the model. It is read as this again. */
export function rewordQuestion(reading: QuestionReading, model: TenantModel): string {
  const words = new Rewording(reading, model);
  return words.all().replace(/\s+/gu, " ").trim();
}

/** Returns the name of an axis for people: that of its level, dimension or concept. */
export function nameOfAxis(axis: ReadAxis, reading: QuestionReading, model: TenantModel): string {
  return new Rewording(reading, model).axis(axis);
}

class Rewording {
  readonly #reading: QuestionReading;
  readonly #model: TenantModel;

  constructor(reading: QuestionReading, model: TenantModel) {
    this.#reading = reading;
    this.#model = model;
  }

  all(): string {
    const { kind, axes, ranking, filters, time } = this.#reading;
    const [first, ...others] = axes.map((axis) => this.axis(axis));
    const conditions = filters.map((filter) => this.#filter(filter)).join(" ");
    const when = this.#time(time);
    if (kind === "list") {
      return `${this.#list()} ${conditions} ${this.#columns()} ${when}`;
    }
    const metrics = this.#metrics();
    if (ranking && first !== undefined) {
      const by = others.length > 0 ? ` and by ${others.join(" and ")}` : "";
      const end = ranking.end === "highest" ? "top" : "bottom";
      const ranked = ranking.count === 1 ? first : `${first}s`;
      return `${end} ${ranking.count ?? ""} ${ranked} by ${metrics}${by} ${conditions} ${when}`;
    }
    return `${metrics} ${axes.length > 0 ? `by ${[first, ...others].join(" and ")}` : ""} ${conditions} ${when}`;
  }

  axis(axis: ReadAxis): string {
    const object = this.#objectAt(axis);
    if (axis.kind === "concept") {
      return lower(object?.concepts.find(({ id }) => id === axis.id)?.displayName ?? axis.id);
    }
    const dimension = object?.dimensions.find(({ id }) => id === axis.id);
    const level = dimension?.levels?.find(({ id }) => id === axis.level);
    return `${this.#owner(axis)}${lower((level ?? dimension)?.displayName ?? axis.id)}`;
  }

  #objectAt({ references }: AttributePath) {
    const id = followReferences(this.#model, this.#reading.object, references);
    return this.#model.objects.find((object) => object.id === id);
  }

  /** "Direct manager's", for an attribute of another record of the same object. */
  #owner({ references }: AttributePath): string {
    const [first] = references;
    const object = this.#model.objects.find(({ id }) => id === this.#reading.object);
    const reference = object?.references.find(({ id, target }) => id === first && target === object.id);
    return reference ? `${lower(reference.displayName)}'s ` : "";
  }

  #metrics(): string {
    const names = this.#reading.metrics.map(({ id, parameters }) => {
      const metric = this.#model.metrics.find((each) => each.id === id);
      return `${metric?.displayName ?? id} ${parameters.join(" ")}`.trim();
    });
    return names.join(" and ");
  }

  #list(): string {
    const { metrics, object, listOrder } = this.#reading;
    const counted = this.#model.metrics.find(({ id }) => id === metrics[0]?.id);
    const named = lower(
      counted?.displayName ?? this.#model.objects.find(({ id }) => id === object)?.displayName ?? object,
    );
    const noun = `${named.replace(/ count$/u, "")}s`;
    if (listOrder) {
      const property = this.#objectAt(listOrder)?.properties.find(({ id }) => id === listOrder.id);
      const end = listOrder.end === "highest" ? "top" : "bottom";
      return `list the ${end} ${listOrder.count ?? ""} ${noun} by average ${lower(property?.displayName ?? listOrder.id)}`;
    }
    return `list ${noun}`;
  }

  #columns(): string {
    const names = this.#reading.columns.flatMap((column) => {
      const object = this.#objectAt(column);
      if (this.#reading.listOrder?.id === column.id) {
        return [];
      }
      const dimension = object?.dimensions.find(({ id }) => id === column.id);
      const attribute =
        dimension?.levels?.find(({ id }) => id === column.level) ??
        dimension ??
        object?.properties.find(({ id }) => id === column.id);
      return attribute ? [`${this.#owner(column)}${lower(attribute.displayName)}`] : [];
    });
    return names.length > 0 ? `with ${names.join(" and ")}` : "";
  }

  #filter(filter: ReadFilter): string {
    switch (filter.kind) {
      case "any":
        return filter.filters.map((each) => this.#filter(each)).join(" or ");
      case "concept": {
        const concept = this.#objectAt(filter)?.concepts.find(({ id }) => id === filter.id);
        return `${filter.isNegated ? "not " : "and "}${lower(concept?.displayName ?? filter.id)}`;
      }
      case "members": {
        const dimension = this.#objectAt(filter)?.dimensions.find(({ id }) => id === filter.id);
        const names = filter.members.map(({ path, name }) => `${nameOfMemberLevel(dimension, path)} ${name}`);
        return `${filter.isNegated ? "except" : "in"} ${this.#owner(filter)}${names.join(" and ")}`;
      }
      case "property": {
        const property = this.#objectAt(filter)?.properties.find(({ id }) => id === filter.id);
        const name = `${this.#owner(filter)}${lower(property?.displayName ?? filter.id)}`;
        return filter.isDate
          ? dateWords(name, filter.operator, filter.value)
          : `with ${name} ${comparisonWords[filter.operator]} ${filter.value}`;
      }
    }
  }

  #time({ range, grain, impliedMonths, comparedUnit }: ReadTime): string {
    const unit = grain && grain !== "auto" ? `by ${grain.toLowerCase()}` : grain === "auto" ? "over time" : "";
    const compared = comparedUnit ? `compared with the previous ${comparedUnit.toLowerCase()}` : "";
    if (!range) {
      return `${unit} ${compared}`;
    }
    const isInstant =
      !isEventObject(this.#model, this.#reading.object) && !range.isSpan && range.to - range.from <= dayMs;
    const last = dayOf(range.to - dayMs);
    const implied =
      impliedMonths === 12 && !unit
        ? "by year"
        : impliedMonths === 3 && !unit
          ? "by quarter"
          : impliedMonths === 1 && !unit
            ? "by month"
            : "";
    const span = isInstant
      ? `as of ${new Date(range.to).getUTCDate() === 1 ? dayOf(range.to) : last}`
      : (periodWords(range.from, range.to, range.isSpan || grain !== undefined) ??
        `from ${dayOf(range.from)} to ${last}`);
    return `${unit} ${implied} ${span} ${compared}`;
  }
}

const dayMs = 86_400_000;
const comparisonWords = {
  "=": "equal to",
  "!=": "not equal to",
  "<": "under",
  "<=": "at most",
  ">": "over",
  ">=": "at least",
} as const;

function lower(name: string): string {
  return name.toLowerCase();
}

function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

function dateWords(name: string, operator: string, value: number): string {
  return operator === ">=" ? `with ${name} from ${dayOf(value)}` : `to ${dayOf(value - dayMs)}`;
}

/** The name of a calendar period, or undefined for another range. Of a span, days are named. */
function periodWords(from: number, to: number, isSpan: boolean): string | undefined {
  const start = new Date(from);
  const end = new Date(to);
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  const isWhole = start.getUTCDate() === 1 && end.getUTCDate() === 1;
  const year = start.getUTCFullYear();
  if (!isWhole || isSpan) {
    return undefined;
  }
  switch (months) {
    case 1:
      return `in ${start.toLocaleString("en", { month: "long", timeZone: "UTC" })} ${year}`;
    case 3:
      return start.getUTCMonth() % 3 === 0 ? `in Q${start.getUTCMonth() / 3 + 1} ${year}` : undefined;
    case 12:
      return start.getUTCMonth() === 0 ? `in ${year}` : undefined;
    default:
      return undefined;
  }
}

function nameOfMemberLevel(dimension: StoredDimension | undefined, path: string): string {
  const levels = dimension?.levels ?? [];
  const level = levels.find(({ depth }) => depth === path.split(".").length - 1);
  return lower((dimension?.kind === "leveled" && levels.length > 1 && level ? level : dimension)?.displayName ?? "");
}
