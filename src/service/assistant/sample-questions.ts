import type { StoredObject, TenantModel } from "../model/tenant-model.ts";
import { timeContextOf } from "./print-query.ts";
import type { QuestionReading, ReadAxis } from "./question-reading.ts";
import { rewordQuestion } from "./reword-question.ts";

/** A question that the model answers. */
interface SampleQuestion {
  readonly questionId: string;
  /** Id of the object that it is about. */
  readonly categoryId: string;
  readonly question: string;
  /** Whether it is the first of its category. */
  readonly isFirst: boolean;
}

const maxAxes = 2;

/** Returns questions that the model answers, by object: values, break-downs, trends, rankings and lists. */
export function listSampleQuestions(model: TenantModel): readonly SampleQuestion[] {
  return model.objects.flatMap((object) => {
    const questions = [...new Set(readingsOf(object, model).map((reading) => rewordQuestion(reading, model)))];
    return questions.map((question, index) => ({
      questionId: `${object.id}-${index + 1}`,
      categoryId: object.id,
      question,
      isFirst: index === 0,
    }));
  });
}

function readingsOf(object: StoredObject, model: TenantModel): readonly QuestionReading[] {
  const empty = { kind: "aggregate", object: object.id, axes: [], filters: [], time: {}, columns: [] } as const;
  const axes = axesOf(object).slice(0, maxAxes);
  const [first] = axes;
  return model.metrics
    .filter((metric) => metric.object === object.id && metric.parameters.length === 0)
    .flatMap(({ id }): readonly QuestionReading[] => {
      const value = { ...empty, metrics: [{ id, parameters: [] }] };
      return [
        value,
        ...axes.map((axis) => ({ ...value, axes: [axis] })),
        { ...value, time: { grain: "MONTH" } },
        ...(first ? [{ ...value, axes: [first], ranking: { end: "highest", count: 3 } } as const] : []),
      ];
    });
}

/** Axes of an object's own dimensions, at the top level. */
function axesOf(object: StoredObject): readonly ReadAxis[] {
  return object.dimensions
    .filter(({ kind }) => kind === "leveled" || kind === "range")
    .map((dimension) => {
      const [level] = dimension.levels ?? [];
      return { kind: "dimension", references: [], id: dimension.id, ...(level && { level: level.id }) };
    });
}

const maxSuggestions = 3;

/** Returns questions that go on from a reading: by another dimension, over time, and for the records themselves. */
export function suggestQuestions(reading: QuestionReading, model: TenantModel): readonly string[] {
  const object = model.objects.find(({ id }) => id === reading.object);
  if (!object || reading.kind === "list") {
    return [];
  }
  const { ranking: _, ...plain } = reading;
  const further = axesOf(object).filter(
    ({ id }) => !plain.axes.some((axis) => axis.id === id) && !isFixed(reading, id),
  );
  const readings: QuestionReading[] = further.slice(0, 2).map((axis) => ({ ...plain, axes: [axis] }));
  if (!plain.time.grain && !plain.time.comparedUnit && !plain.time.impliedMonths) {
    readings.push({ ...plain, axes: [], time: { grain: "MONTH" } });
  }
  return readings.slice(0, maxSuggestions).map((next) => rewordQuestion(next, model));
}

/** Whether a filter leaves one member of a dimension, so that there is nothing to break down. */
function isFixed({ filters }: QuestionReading, dimension: string): boolean {
  return filters.some((filter) => filter.kind === "members" && filter.id === dimension && filter.members.length === 1);
}

/** Whether a tenant has something to ask about. */
export function hasAnswers(model: TenantModel): boolean {
  const { dataStart, dataEnd } = timeContextOf(model);
  return model.metrics.length > 0 && dataEnd > dataStart;
}
