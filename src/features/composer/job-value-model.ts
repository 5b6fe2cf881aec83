import { type ParseError, parse } from "jsonc-parser";
import { isJsonObject, type Json } from "../../protocol/operation-form.ts";

/** Parses a job file, with comments and trailing commas; undefined unless it is a JSON object. */
export function readJobValue(text: string): Json | undefined {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0 && isJsonObject(value) ? value : undefined;
}
