import type { TSchema } from "typebox";
import * as Type from "typebox";
import type { FilePart } from "../../contract/file-part.ts";
import { InvalidArgumentsError } from "../interface/errors.ts";
import { fieldName, schemaProblem } from "../text/schema-problem.ts";
import { isFilePart } from "../upload/multipart.ts";

interface FormSchema {
  /** The form's own schema with anything in place of a file. */
  readonly fields: TSchema;
  readonly files: readonly string[];
}

const forms = new WeakMap<TSchema, FormSchema>();

/**
 * Throws InvalidArgumentsError for the first field of a multipart body that breaks its schema, or that should be a file
 * and is none.
 */
export function checkForm(operation: string, schema: TSchema, body: unknown): void {
  const form = formOf(schema);
  const problem = schemaProblem(form.fields, body);
  if (problem) {
    throw new InvalidArgumentsError(operation, fieldName("body", problem.instancePath), problem.message);
  }
  const values = body as Readonly<Record<string, unknown>>;
  for (const name of form.files) {
    for (const item of Array.isArray(values[name]) ? values[name] : [values[name]]) {
      if (item !== undefined) {
        checkFile(operation, `body.${name}`, item);
      }
    }
  }
}

/** Throws InvalidArgumentsError for a size that is no number of bytes. */
export function checkSize(operation: string, field: string, value: object): void {
  const size = "size" in value ? value.size : undefined;
  if (size !== undefined && !(Number.isSafeInteger(size) && Number(size) >= 0)) {
    throw new InvalidArgumentsError(operation, field, "has a size that is no number of bytes");
  }
}

function checkFile(operation: string, field: string, value: unknown): void {
  if (!isFilePart(value)) {
    throw new InvalidArgumentsError(operation, field, "must be a file with a filename, to be opened");
  }
  const { filename, contentType }: FilePart = value;
  if (filename === "" || /[/\\]/.test(filename)) {
    throw new InvalidArgumentsError(operation, field, "must have a filename without folders");
  }
  if (contentType !== undefined && !/^[\x20-\x7e]+$/.test(contentType)) {
    throw new InvalidArgumentsError(operation, field, "has a content type that a header cannot carry");
  }
  checkSize(operation, field, value);
}

function formOf(schema: TSchema): FormSchema {
  const known = forms.get(schema);
  if (known) {
    return known;
  }
  const properties: Readonly<Record<string, TSchema>> =
    "properties" in schema ? (schema.properties as Record<string, TSchema>) : {};
  const files = Object.keys(properties).filter((name) => isBinary(properties[name]));
  const anything = Object.fromEntries(files.map((name) => [name, Type.Unknown()]));
  const form = { fields: { ...schema, properties: { ...properties, ...anything } }, files };
  forms.set(schema, form);
  return form;
}

/** A file, or a list of files. */
function isBinary(schema: TSchema | undefined): boolean {
  const item: unknown = schema && "items" in schema ? schema.items : schema;
  return typeof item === "object" && item !== null && "format" in item && item.format === "binary";
}
