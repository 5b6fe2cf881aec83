import { bindValues } from "../types/bind-values.ts";
import { type DataType, readType } from "../types/data-type.ts";
import type { FunctionRow } from "./function-call.ts";
import { type BoundKind, boundedTemplate } from "./value-bounds.ts";

interface Parameter {
  /** Undefined means any type, without a cast. */
  readonly type: DataType | undefined;
  /** SQL of the default value; undefined for a required parameter. */
  readonly otherwise: string | undefined;
}

/** Limit on the size of the result, see `boundedTemplate`. */
interface SizeLimit {
  readonly kind: BoundKind;
  /** SQL of the size, over `$1`, `$2` and so on. */
  readonly size: string;
  /** Number of the argument that is replaced by NULL beyond the limit. */
  readonly stopped: number;
}

const nowhere = { start: 0, end: 0 };

/**
 * Returns a translator for a function whose SQL is a template: `templateFunction("string, int = 1 -> string", "repeat($1, $2)")`.
 * A parameter `any` accepts every type; a result `$1` has the type of the first argument.
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

/** Replaces `$1`, `$2` and so on in a template by SQL. Binds values that are used several times with `bindValues`. */
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
