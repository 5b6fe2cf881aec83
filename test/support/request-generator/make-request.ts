import { isObject } from "../../../src/base/guards.ts";
import { type OperationDefinition, splitRoute } from "../../../src/contract/operation.ts";
import { type JsonSchema, resolveSchema } from "../../../src/service/server/json-schema.ts";
import type { Dice } from "../query-generator/dice.ts";
import { type JsonText, oddText, oddValue } from "./odd-values.ts";

/** A request as it is sent, byte for byte but for the credential. */
export interface MadeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What there is in the service that requests may name, so that some get beyond a 404. */
export type KnownIds = Readonly<Record<string, readonly string[]>>;

type Definitions = Readonly<Record<string, JsonSchema>>;

/** A request of an operation made from its schemas, with odd values in some places, and sometimes broken as a whole. */
export function makeRequest(row: OperationDefinition, ids: KnownIds, dice: Dice): MadeRequest {
  const { method, path } = splitRoute(row.route);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => pathValue(name, ids, dice));
  const headers: Record<string, string> = {
    accept: dice.chance(0.9) ? [...Object.keys(row.answers), "application/json"].join(", ") : dice.pick(accepts),
  };
  for (const [name, schema] of Object.entries(row.headers ?? {})) {
    if (dice.chance(0.5)) {
      headers[name] = headerText(schema as JsonSchema, dice);
    }
  }
  if (dice.chance(0.1)) {
    headers.TargetTenantID = dice.pick(["WFF_demo~north", "WFF_none", "x", "~", "\u00e9"]);
  }
  if (dice.chance(0.1)) {
    headers.ProjectID = dice.pick([...(ids.projectId ?? []), "x", "00000000-0000-4000-8000-000000000000"]);
  }
  const query = queryText(row, dice);
  const content = bodyOf(row, ids, dice);
  return {
    method,
    path: query ? `${filled}?${query}` : filled,
    headers: { ...headers, ...(content && { "content-type": content.type }) },
    body: content?.body,
  };
}

const accepts = ["", "*/*", "text/csv", "application/jsonlines", "image/png", ";;;,,q=x", "application/json;q=0"];

function pathValue(name: string, ids: KnownIds, dice: Dice): string {
  const known = name === "draftId" ? ["prod"] : (ids[name] ?? []);
  return known.length > 0 && dice.chance(0.7) ? encodeURIComponent(dice.pick(known)) : oddText(dice) || "x";
}

function queryText(row: OperationDefinition, dice: Dice): string {
  const pairs = Object.entries(row.query ?? {}).flatMap(([name, schema]) => {
    if (dice.chance(0.3)) {
      return [];
    }
    const value = dice.chance(0.5) ? oddText(dice) : plainText(schema as JsonSchema, dice);
    return dice.chance(0.05) ? [`${name}=${value}`, `${name}=${value}`] : [`${name}=${value}`];
  });
  return [...pairs, ...(dice.chance(0.05) ? [`unheard${oddText(dice)}`] : [])].join("&");
}

/** Headers take no line feeds; Node's client refuses to send them. */
function headerText(schema: JsonSchema, dice: Dice): string {
  return dice.chance(0.5) ? dice.pick(["", "x", "true", "nvLock=artifact", "\u00ff"]) : plainText(schema, dice);
}

function plainText(schema: JsonSchema, dice: Dice): string {
  const value: unknown = JSON.parse(fittingValue(schema, {}, {}, dice, 3));
  return encodeURIComponent(typeof value === "string" ? value : String(value));
}

function bodyOf(
  { body }: OperationDefinition,
  ids: KnownIds,
  dice: Dice,
): { readonly type: string; readonly body: string } | undefined {
  if (!body || dice.chance(0.02)) {
    return undefined;
  }
  const type = dice.chance(0.97) ? body.type : dice.pick(["text/plain", "application/xml", "multipart/form-data", "x"]);
  switch (body.type) {
    case "multipart/form-data":
      return { type: type === body.type ? `${type}; boundary=X` : type, body: formWithFile(dice) };
    case "application/zip":
    case "*/*":
      return {
        type: type === "*/*" ? "application/octet-stream" : type,
        body: dice.pick(["", "no archive", "PK\u0003\u0004", "PK\u0005\u0006" + "\0".repeat(18), "a,b\n1,2\n"]),
      };
    case "application/x-www-form-urlencoded": {
      const value: unknown = JSON.parse(fittingValue(body.schema as JsonSchema, {}, ids, dice, 6));
      const fields = isObject(value) ? Object.entries(value) : [];
      return {
        type,
        body: fields.map(([name, text]) => `${name}=${dice.chance(0.3) ? oddText(dice) : plain(text)}`).join("&"),
      };
    }
    case "application/json": {
      const text = dice.chance(0.03) ? oddValue(dice) : jsonOf(body.schema as JsonSchema, {}, ids, dice, 8);
      return { type, body: dice.chance(0.02) ? text.slice(0, dice.whole(0, text.length)) : text };
    }
  }
}

function formWithFile(dice: Dice): string {
  const field = dice.chance(0.9) ? "file" : dice.pick(["other", "__proto__", ""]);
  const name = dice.pick(["a.csv", "../../a.csv", "", "a\u0000.csv", "x".repeat(300)]);
  const whole = `--X\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\na,b\r\n1,2\r\n--X--\r\n`;
  return dice.chance(0.7) ? whole : whole.slice(0, dice.whole(0, whole.length));
}

/** JSON for a schema with odd values strewn in. */
function jsonOf(given: JsonSchema, known: Definitions, ids: KnownIds, dice: Dice, depth: number): JsonText {
  return dice.chance(0.06) ? oddValue(dice) : writeValue(given, known, ids, dice, depth, jsonOf);
}

/** JSON that keeps to the schema as far as its kinds go. */
function fittingValue(given: JsonSchema, known: Definitions, ids: KnownIds, dice: Dice, depth: number): JsonText {
  return writeValue(given, known, ids, dice, depth, fittingValue);
}

function writeValue(
  given: JsonSchema,
  known: Definitions,
  ids: KnownIds,
  dice: Dice,
  depth: number,
  write: typeof jsonOf,
): JsonText {
  const { schema, definitions } = resolveSchema(given, known);
  const alternatives = schema.anyOf ?? (schema.type === undefined ? schema.oneOf : undefined);
  if (schema.const !== undefined || schema.enum) {
    return JSON.stringify(schema.const ?? dice.pick(schema.enum ?? []));
  }
  if (alternatives && alternatives.length > 0) {
    return write(dice.pick(alternatives), definitions, ids, dice, depth);
  }
  switch ([schema.type ?? []].flat()[0]) {
    case "object":
      return writeObject(schema, definitions, ids, dice, depth, write);
    case "array": {
      const { items } = schema;
      const count = depth > 0 ? dice.whole(schema.minItems ?? 0, Math.max(3, schema.minItems ?? 0)) : 0;
      return `[${Array.from({ length: count }, () => (items ? write(items, definitions, ids, dice, depth - 1) : "1")).join()}]`;
    }
    case "integer":
      return String(dice.pick([0, 1, 2, 7, schema.minimum ?? 3, schema.maximum ?? 100]));
    case "number":
      return String(dice.pick([0, 1.5, -2, 1e15]));
    case "boolean":
      return String(dice.chance(0.5));
    case "string":
      return JSON.stringify(
        dice.pick([...textsFor(ids), "name", "2026-01-01", "2026-01-01T00:00:00Z", "1767225600000"]),
      );
    default:
      return oddValue(dice);
  }
}

function textsFor(ids: KnownIds): readonly string[] {
  return [...(ids.words ?? []), ...(ids.objectName ?? []), ...(ids.transactionId ?? []).slice(0, 1)];
}

function writeObject(
  schema: JsonSchema,
  definitions: Definitions,
  ids: KnownIds,
  dice: Dice,
  depth: number,
  write: typeof jsonOf,
): JsonText {
  const alone = (schema.oneOf ?? []).flatMap(({ required = [] }) => (required.length === 1 ? required : []));
  const chosen = alone.length > 0 ? dice.pick(alone) : undefined;
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const isNeeded = name === chosen || schema.required?.includes(name);
    const isLeftOut = alone.includes(name) ? name !== chosen && dice.chance(0.95) : depth <= 0 || dice.chance(0.4);
    return !isNeeded && isLeftOut ? [] : [`${JSON.stringify(name)}:${write(part, definitions, ids, dice, depth - 1)}`];
  });
  for (const part of Object.values(schema.patternProperties ?? {})) {
    fields.push(
      `${JSON.stringify(dice.pick(["a", "xAuthParams", "é"]))}:${write(part, definitions, ids, dice, depth - 1)}`,
    );
  }
  if (dice.chance(0.03)) {
    fields.push(`${dice.pick(['"unheardOf"', '"__proto__"', '""', '"\\ud800"'])}:${oddValue(dice)}`);
  }
  return `{${fields.join()}}`;
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
