import { bindValues } from "../types/bind-values.ts";
import { type DataType, readType } from "../types/data-type.ts";
import type { FunctionRow } from "./function-call.ts";
import { type BoundKind, boundedTemplate } from "./value-bounds.ts";

interface Parameter {
  /** Nothing takes a value of any type as it is. */
  readonly type: DataType | undefined;
  /** SQL of an argument that is left out. */
  readonly otherwise: string | undefined;
}

/** What a call is not to make too much of, see `boundedTemplate`. */
interface SizeLimit {
  readonly kind: BoundKind;
  /** SQL over `$1`, `$2` ... */
  readonly size: string;
  readonly stopped: number;
}

const nowhere = { start: 0, end: 0 };

/**
 * A function whose SQL is a template: `simple("string, int = 1 -> string", "repeat($1, $2)")`. A parameter `any` takes each type,
 * a result `$1` is the type of the first argument.
 */
export function simple(signature: string, template: string, limit?: SizeLimit): FunctionRow {
  const [before = "", result = ""] = signature.split("->").map((part) => part.trim());
  const parameters = before === "" ? [] : before.split(/, (?![^(]*\))/).map(readParameter);
  const least = parameters.filter(({ otherwise }) => otherwise === undefined).length;
  const fixed = result.startsWith("$") ? undefined : readType(result, nowhere);
  return (call) => {
    call.expectCount(least, parameters.length);
    const values = parameters.map(({ type, otherwise }, index) => {
      if (index >= call.count) {
        return otherwise ?? "NULL";
      }
      return type ? call.as(index, type) : call.at(index).sql;
    });
    const bounded = limit ? boundedTemplate(template, limit.size, limit.stopped, call.bound(limit.kind)) : template;
    return { sql: fill(bounded, values), type: fixed ?? call.at(Number(result.slice(1)) - 1).type };
  };
}

function readParameter(text: string): Parameter {
  const [type = "", otherwise] = text.split(" = ");
  return { type: type === "any" ? undefined : readType(type, nowhere), otherwise };
}

/** A template with SQL for `$1`, `$2` ...; what stands in it more than once is worked out once. */
export function fill(template: string, values: readonly string[]): string {
  const repeated = values.map((_, index) => template.split(new RegExp(`\\$${index + 1}(?!\\d)`)).length > 2);
  const put = (texts: readonly string[]): string =>
    template.replaceAll(/\$(\d+)/g, (_, number: string) => texts[Number(number) - 1] ?? "NULL");
  const bound = values.filter((_, index) => repeated[index]);
  return bindValues(bound, (names) => {
    let next = 0;
    return put(values.map((value, index) => (repeated[index] ? (names[next++] ?? value) : value)));
  });
}
