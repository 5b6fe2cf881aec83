import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One parameter of a published operation. */
export interface PublishedParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "form" | "body";
  readonly type: string;
  readonly required: boolean;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly source: "stated" | "assumed";
  readonly note?: string;
}

/** One operation of the published catalogue; null where it shows nothing. */
export interface PublishedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly methodSource: "stated" | "assumed";
  readonly pathSource: "stated" | "assumed";
  readonly auth: "standard" | "bearer" | "none";
  readonly params: readonly PublishedParameter[];
  readonly requestSchema: string | null;
  readonly requestContentType: string | null;
  readonly responseSchema: string | null;
  readonly responseContentType: string | null;
  readonly responseSource: "stated" | "assumed";
  readonly errorSchema: string;
  readonly successStatus: number | null;
  readonly idempotent: boolean;
  /** For example `JSON batch size: 10 MB`. */
  readonly limits: readonly string[];
  readonly states: string | null;
  readonly observes: string | null;
  readonly paging: "limit/start" | "limit/offset" | null;
}

export type JsonSchema = { readonly [keyword: string]: unknown };

const folder = join(process.cwd(), "test/fixtures/spec");

export function readOperations(): readonly PublishedOperation[] {
  return JSON.parse(readFileSync(join(folder, "operations.json"), "utf8"));
}

export function readSchemas(): Readonly<Record<string, JsonSchema>> {
  return JSON.parse(readFileSync(join(folder, "schemas.json"), "utf8")).$defs;
}
