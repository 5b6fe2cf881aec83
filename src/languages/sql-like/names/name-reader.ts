import type { AnalyticObject, Dimension } from "../../core/model/model-source.ts";
import { findName } from "../../core/text/find-name.ts";
import { findFromObject, lookUpMetric, queryKindByModel } from "../binding/kind-by-model.ts";
import { type AttributePreference, resolvePath } from "../binding/resolve-path.ts";
import { findBuiltInFunction } from "../syntax/functions.ts";
import { obsoletePeriods } from "../syntax/keywords.ts";
import type { ParsedStatementText } from "../syntax/query-document.ts";
import { isMetricCall, type QueryKind } from "../syntax/query-kind.ts";
import { findTimeColumnName } from "../syntax/time-column.ts";
import type {
  Expression,
  FunctionCall,
  NameNode,
  NamePath,
  Predicate,
  Query,
  SelectItem,
  StringLiteral,
} from "../syntax/tree.ts";
import { expressionsOf, pathTextOf, predicatesOf } from "../syntax/walk.ts";
import { findPeriodUnit } from "../time/units.ts";
import type { NameMeaning, NameScope, QueryName } from "./query-name.ts";

const remembered = new WeakMap<ParsedStatementText, { scope: NameScope; names: readonly QueryName[] }>();

/**
 * Returns the names of a document part in text order, without overlaps, each with its meaning. The result for the
 * latest scope is cached.
 */
export function findNamesIn(part: ParsedStatementText, scope: NameScope): readonly QueryName[] {
  const known = remembered.get(part);
  if (known && isSame(known.scope, scope)) {
    return known.names;
  }
  const names = part.statements
    .flatMap((statement): QueryName[] => {
      if (statement.kind === "query") {
        return new NameReader(statement, scope).read();
      }
      const name = statement.kind === "shellStatement" && statement.action === "copy" ? statement.name : undefined;
      const meaning: NameMeaning = { kind: "object", object: undefined };
      return name ? [{ ...name, meaning, state: "assumed", query: undefined }] : [];
    })
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start);
  remembered.set(part, { scope, names });
  return names;
}

function isSame(one: NameScope, other: NameScope): boolean {
  return (
    one.model === other.model &&
    one.members === other.members &&
    one.isComplete === other.isComplete &&
    one.timeColumn === other.timeColumn
  );
}

/** Returns the name that contains an offset or ends at it. */
export function nameAt(names: readonly QueryName[], offset: number): QueryName | undefined {
  return names.find(({ start, end }) => start <= offset && offset < end) ?? names.findLast(({ end }) => end === offset);
}

/** Assumed kind of a name that the model does not contain, derived from its position in the query. */
type Guess = "dimension" | "concept";

function guessed(guess: Guess, owner: AnalyticObject | undefined): NameMeaning {
  return guess === "dimension"
    ? { kind: "dimension", owner, dimension: undefined }
    : { kind: "concept", owner, concept: undefined };
}

/** Reads each name of a query once, clause by clause. */
class NameReader {
  readonly #query: Query;
  readonly #scope: NameScope;
  readonly #from: AnalyticObject | undefined;
  readonly #kind: QueryKind;
  readonly #names: QueryName[] = [];
  /** Paths and last names of all members, by dimension. Cached to check long lists of members quickly. */
  readonly #members = new Map<Dimension, ReadonlySet<string>>();

  constructor(query: Query, scope: NameScope) {
    this.#query = query;
    this.#scope = scope;
    this.#from = findFromObject(query, scope.model);
    this.#kind = queryKindByModel(query, scope.model);
  }

  read(): QueryName[] {
    const { items, from, where } = this.#query;
    for (const item of items) {
      this.#readItem(item);
    }
    if (from?.object.kind === "path") {
      const object = this.#from;
      this.#add({ ...from.object, text: pathTextOf(from.object) }, this.#found(object), {
        kind: "object",
        object,
      });
    }
    for (const { predicate } of where ? predicatesOf(where.condition) : []) {
      this.#readPredicate(predicate);
    }
    return this.#names;
  }

  #readItem(item: SelectItem): void {
    this.#readExpression(item.expression, this.#kind === "aggregate" ? "dimension" : "property");
    const { label } = item;
    if (label) {
      this.#add({ ...label.text, text: label.value }, "known", { kind: "label", item });
    }
  }

  #readPredicate(predicate: Predicate): void {
    const [left, ...values] = expressionsOf(predicate);
    if (!left) {
      return;
    }
    // A number or a date can be compared with a property only (sql-like-language 8.2, rule 4).
    const isProperty = this.#kind === "list" || values.some(({ kind }) => kind === "number" || kind === "call");
    const isConcept = predicate.kind === "bare" || (predicate.kind === "compare" && predicate.right.kind === "boolean");
    const guess = isConcept ? "concept" : undefined;
    const compared = this.#readExpression(left, isProperty ? "property" : "dimension", guess);
    for (const value of values) {
      if (value.kind === "string" && compared?.kind === "dimension" && compared.owner && compared.dimension) {
        const { owner, dimension } = compared;
        this.#addString(value, this.#stateOf(value.value, owner, dimension), { kind: "member", owner, dimension });
      } else {
        this.#readExpression(value, "property");
      }
    }
  }

  /** Reads an expression and returns the meaning of the last name of its path. */
  #readExpression(expression: Expression, preference: AttributePreference, guess?: Guess): NameMeaning | undefined {
    switch (expression.kind) {
      case "path":
        return this.#readPath(expression, preference, guess);
      case "call":
        this.#readCall(expression);
        return undefined;
      case "unsupported":
        for (const part of expression.parts) {
          this.#readExpression(part, preference);
        }
        return undefined;
      default:
        return undefined;
    }
  }

  #readPath(path: NamePath, preference: AttributePreference, guess: Guess | undefined): NameMeaning | undefined {
    const time = findTimeColumnName(path, this.#scope.timeColumn);
    if (time) {
      const isObsolete = time.text.toLowerCase() !== this.#scope.timeColumn.toLowerCase();
      return this.#add(time, isObsolete ? "obsolete" : "known", { kind: "time" });
    }
    let end: NameMeaning | undefined;
    for (const { name, state, meaning } of pathNames(path, this.#from, preference, this.#scope)) {
      end = this.#add(name, state, meaning.kind === "attribute" && guess ? guessed(guess, meaning.owner) : meaning);
    }
    return end;
  }

  #readCall(call: FunctionCall): void {
    const built = findBuiltInFunction(call.name.text);
    const values = call.arguments.map(({ value }) => value);
    const [first, second] = values;
    if (built) {
      this.#add(call.name, "known", { kind: "function", built });
    } else if (call.name.text.toLowerCase() === obsoletePeriods.toLowerCase()) {
      this.#add(call.name, "obsolete", { kind: "function", built: findBuiltInFunction("periods") });
    } else {
      this.#readMetric(call);
      return;
    }
    if (built?.name === "level") {
      this.#readLevel(first, second);
    } else if (built?.name === "date" && first?.kind === "string") {
      this.#addString(first, "known", { kind: "date" });
    } else if (built?.name === "period" && second?.kind === "path" && second.segments.length === 1) {
      const unit = findPeriodUnit(second.segments[0]?.text ?? "");
      this.#add({ ...second, text: second.segments[0]?.text ?? "" }, unit ? "known" : "unknown", {
        kind: "unit",
        unit,
      });
    } else {
      for (const value of values) {
        this.#readExpression(value, "property");
      }
    }
  }

  #readLevel(first: Expression | undefined, second: Expression | undefined): void {
    const meaning = first && this.#readExpression(first, "dimension", "dimension");
    if (second?.kind === "string") {
      const dimension = meaning?.kind === "dimension" ? meaning.dimension : undefined;
      const level = dimension?.levels && findName(dimension.levels, second.value)?.item;
      const state = level ? "known" : dimension?.levels ? "unknown" : "assumed";
      this.#addString(second, state, { kind: "level", dimension, level });
    } else if (second) {
      this.#readExpression(second, "property");
    }
  }

  #readMetric(call: FunctionCall): void {
    const metric = lookUpMetric(this.#scope.model, call.name.text);
    const isSlip = !metric && !isMetricCall(call);
    const meaning: NameMeaning = isSlip
      ? { kind: "function", built: undefined }
      : { kind: "metric", metric, from: this.#from };
    this.#add(call.name, isSlip ? "unknown" : this.#found(metric), meaning);
    for (const { name, value } of call.arguments) {
      if (name) {
        const parameter = metric && findName(metric.parameters, name.text)?.item;
        const isDeclared = metric !== undefined && !metric.hasUnknownParameters;
        const state = parameter ? "known" : isDeclared ? "unknown" : "assumed";
        this.#add(name, state, { kind: "parameter", metric, parameter });
      }
      this.#readExpression(value, "property");
    }
  }

  /** Returns the lookup state of a dimension member, written as its path or as its last name. */
  #stateOf(written: string, owner: AnalyticObject, dimension: Dimension): QueryName["state"] {
    const paths = this.#scope.members?.memberPaths(owner.id, dimension.id);
    if (!paths) {
      return "assumed";
    }
    const known = this.#members.get(dimension) ?? new Set(paths.flatMap((path) => [path.join("."), path.at(-1) ?? ""]));
    this.#members.set(dimension, known);
    return known.has(written) ? "known" : "unknown";
  }

  #found(item: unknown): QueryName["state"] {
    return item !== undefined ? "known" : this.#scope.isComplete ? "unknown" : "assumed";
  }

  #addString({ value, start, end }: StringLiteral, state: QueryName["state"], meaning: NameMeaning): void {
    this.#add({ text: value, start, end }, state, meaning);
  }

  #add(
    { text, start, end }: Omit<QueryName, "meaning" | "state" | "query">,
    state: QueryName["state"],
    meaning: NameMeaning,
  ) {
    this.#names.push({ text, start, end, state, meaning, query: this.#query });
    return meaning;
  }
}

interface PathName {
  readonly name: NameNode;
  readonly state: QueryName["state"];
  readonly meaning: NameMeaning;
}

/**
 * Returns the meaning of each segment of a path from the FROM object, as far as the model can resolve it
 * (sql-like-language 8.2).
 */
function pathNames(
  { segments }: NamePath,
  from: AnalyticObject | undefined,
  preference: AttributePreference,
  scope: NameScope,
): PathName[] {
  const names: PathName[] = [];
  let object = from;
  // After an unknown segment nothing can be looked up.
  let missing: QueryName["state"] = from && scope.isComplete ? "unknown" : "assumed";
  for (const [index, name] of segments.entries()) {
    if (index === segments.length - 1) {
      names.push(endOf(name, object, preference, missing, scope));
    } else if (index === 0 && object && findName([object], name.text)) {
      names.push({ name, state: "known", meaning: { kind: "object", object } });
    } else {
      const reference = object && findName(object.references, name.text)?.item;
      const meaning: NameMeaning = { kind: "reference", owner: object, reference };
      names.push({ name, state: reference ? "known" : missing, meaning });
      object = reference && scope.model.object(reference.target);
      missing = object ? missing : "assumed";
    }
  }
  return names;
}

function endOf(
  name: NameNode,
  owner: AnalyticObject | undefined,
  preference: AttributePreference,
  missing: QueryName["state"],
  { model }: NameScope,
): PathName {
  const resolution = owner && resolvePath(model, owner.id, [name.text], preference);
  switch (resolution?.kind) {
    case "path": {
      const { attribute } = resolution.path;
      const meaning = owner ? { ...attribute, owner } : undefined;
      return { name, state: "known", meaning: meaning ?? { kind: "attribute", owner } };
    }
    case "endsInReference":
      return { name, state: "known", meaning: { kind: "reference", owner, reference: resolution.reference } };
    case "metric":
      return { name, state: "known", meaning: { kind: "metric", metric: resolution.metric, from: owner } };
    case "unsupported":
      return { name, state: "known", meaning: { kind: "unsupported", what: resolution.what } };
    default:
      return { name, state: missing, meaning: { kind: "attribute", owner } };
  }
}
