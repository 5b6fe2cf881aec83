import fc from "fast-check";
import type { AnalyticObject, Metric, Property } from "../../src/languages/core/model/model-source.ts";

/** Objects and metrics that generated queries are about; members of a dimension by its id, as the text writes them. */
export interface QueryVocabulary {
  readonly objects: readonly AnalyticObject[];
  readonly metrics: readonly Metric[];
  members(object: string, dimension: string): readonly string[];
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const dateText = fc
  .date({ min: new Date("2015-01-01"), max: new Date("2025-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const date = dateText.map((text) => `date("${text}")`);
const count = fc.integer({ min: 1, max: 9 });

/** Texts of list queries without problems: every column and filter of the language, with nesting. */
export function listQueries(vocabulary: QueryVocabulary): fc.Arbitrary<string> {
  return fc.constantFrom(...vocabulary.objects).chain((object) => {
    const columns = fc.array(columnText(vocabulary, object), { minLength: 1, maxLength: 4 });
    const ends = fc.uniqueArray(dateText, { minLength: 2, maxLength: 2 }).map((pair) => [...pair].sort());
    return fc.record({ columns, ends, filter: optionalFilter(vocabulary, object) }).map(({ columns, ends, filter }) => {
      const [from, to] = ends;
      const time = `Service_Time BETWEEN date("${from}") AND date("${to}")`;
      return `SELECT ${columns.join(", ")} FROM ${object.id} WHERE ${[time, ...filter].join(" AND ")}`;
    });
  });
}

/** Texts of aggregate queries without problems: metrics without parameters, axes with and without levels, filters. */
export function aggregateQueries(vocabulary: QueryVocabulary): fc.Arbitrary<string> {
  const simple = vocabulary.metrics.filter(({ parameters }) => parameters.length === 0);
  return fc.constantFrom(...simple).chain((metric) => {
    const object = vocabulary.objects.find(({ id }) => id === metric.object);
    if (!object) {
      throw new Error(`The metric ${metric.id} is over ${metric.object}, which is not among the objects.`);
    }
    const own = simple.filter((other) => other.object === object.id).map(({ id }) => `${id}()`);
    const unit = fc.constantFrom("Day", "Week", "Month", "Quarter", "Year");
    const parts = {
      metrics: fc.uniqueArray(fc.constantFrom(...own), { minLength: 1, maxLength: 2 }),
      axes: fc.uniqueArray(axisText(object), { maxLength: 2 }),
      time: fc
        .record({ date, count, unit, unitCount: count })
        .map((values) => `periods(${values.date}, ${values.count}, period(${values.unitCount}, ${values.unit}))`),
      filter: optionalFilter(vocabulary, object),
    };
    return fc.record(parts).map(({ metrics, axes, time, filter }) => {
      const where = [...filter, `Service_Time IN ${time}`].join(" AND ");
      return `SELECT ${[...axes, ...metrics].join(", ")} FROM ${object.id} WHERE ${where}`;
    });
  });
}

function columnText({ objects }: QueryVocabulary, object: AnalyticObject): fc.Arbitrary<string> {
  const own = attributesOf(object);
  const through = object.references.flatMap((reference) => {
    const target = objects.find(({ id }) => id === reference.target);
    return target ? attributesOf(target).map((text) => prefixed(reference.id, text)) : [];
  });
  return fc.constantFrom(...own, ...through, ...own.map((text) => prefixed(object.id, text)));
}

/** For `level(Location, "Location_0")` behind `Recruiter` this is `level(Recruiter.Location, "Location_0")`. */
function prefixed(prefix: string, text: string): string {
  return text.startsWith("level(") ? text.replace("level(", `level(${prefix}.`) : `${prefix}.${text}`;
}

function attributesOf(object: AnalyticObject): string[] {
  const plain = [...object.properties, ...object.concepts].map(({ id }) => id);
  return [...plain, ...axesOf(object)];
}

function axesOf(object: AnalyticObject): string[] {
  return object.dimensions.flatMap(({ id, levels }) => [
    id,
    ...(levels ?? []).map((level) => `level(${id}, "${level.id}")`),
  ]);
}

function axisText(object: AnalyticObject): fc.Arbitrary<string> {
  return fc.constantFrom(...axesOf(object), ...object.concepts.map(({ id }) => id), "Service_Time");
}

function optionalFilter(vocabulary: QueryVocabulary, object: AnalyticObject): fc.Arbitrary<string[]> {
  return fc.array(conditionText(vocabulary, object), { maxLength: 2 });
}

/** A condition that may stand beside others under AND: what has a weaker word at its top is in brackets. */
function conditionText(vocabulary: QueryVocabulary, object: AnalyticObject): fc.Arbitrary<string> {
  const { condition } = fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 2, depthSize: "small" },
      predicateText(vocabulary, object),
      fc.array(tie("condition"), { minLength: 2, maxLength: 3 }).map((parts) => `(${parts.join(" OR ")})`),
      fc.array(tie("condition"), { minLength: 2, maxLength: 3 }).map((parts) => `(${parts.join(" AND ")})`),
      tie("condition").map((part) => `NOT (${part})`),
    ),
  }));
  return condition;
}

function predicateText(vocabulary: QueryVocabulary, object: AnalyticObject): fc.Arbitrary<string> {
  const properties = object.properties.map((property) => propertyPredicate(property));
  const concepts = object.concepts.map(({ id }) =>
    fc.tuple(fc.constantFrom("=", "!="), fc.constantFrom("TRUE", "FALSE")).map((parts) => [id, ...parts].join(" ")),
  );
  const dimensions = object.dimensions.map(({ id }) => {
    const members = vocabulary.members(object.id, id).map(quoted);
    if (members.length === 0) {
      return nullTest(id);
    }
    const member = fc.constantFrom(...members);
    const list = fc.uniqueArray(member, { minLength: 1, maxLength: 3 }).map((names) => `(${names.join(", ")})`);
    return fc.oneof(
      fc.tuple(fc.constantFrom("=", "!="), member).map((parts) => [id, ...parts].join(" ")),
      fc.tuple(fc.constantFrom("IN", "NOT IN"), list).map((parts) => [id, ...parts].join(" ")),
      nullTest(id),
    );
  });
  return fc.oneof(...properties, ...concepts, ...dimensions);
}

function propertyPredicate({ id, type }: Property): fc.Arbitrary<string> {
  const values: Readonly<Record<Property["type"], fc.Arbitrary<string>>> = {
    text: fc.string({ maxLength: 6 }).map((text) => quoted(text.replace(/[\r\n]/g, " "))),
    number: fc.oneof(fc.integer({ min: -100, max: 200_000 }).map(String), fc.constantFrom("12.5", "1e3", "-0.25")),
    date,
    boolean: fc.constantFrom("TRUE", "FALSE"),
  };
  const value = values[type];
  const equals = fc.tuple(fc.constantFrom("=", "!="), value).map((parts) => [id, ...parts].join(" "));
  if (type === "boolean") {
    return fc.oneof(equals, nullTest(id));
  }
  return fc.oneof(
    fc.tuple(fc.constantFrom("=", "!=", "<", "<=", ">", ">="), value).map((parts) => [id, ...parts].join(" ")),
    fc
      .tuple(fc.constantFrom("IN", "NOT IN"), fc.array(value, { minLength: 1, maxLength: 3 }))
      .map(([word, list]) => `${id} ${word} (${list.join(", ")})`),
    fc
      .tuple(fc.constantFrom("BETWEEN", "NOT BETWEEN"), value, value)
      .map(([word, low, high]) => `${id} ${word} ${low} AND ${high}`),
    nullTest(id),
  );
}

function nullTest(id: string): fc.Arbitrary<string> {
  return fc.constantFrom(`${id} IS NULL`, `${id} IS NOT NULL`);
}
