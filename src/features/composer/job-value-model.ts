import { type ParseError, parse } from "jsonc-parser";
import { isJsonObject, type Json } from "../../protocol/operation-form.ts";

/** What a job file holds; nothing when its text is no JSON object. Comments and commas too many are passed over. */
export function readJobValue(text: string): Json | undefined {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0 && isJsonObject(value) ? value : undefined;
}
