import { isObject } from "../base/guards.ts";

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Notes that a form can show beside any value. */
export interface FormNotes {
  readonly description?: string;
  /** Value that the service assumes if the field is left out. */
  readonly defaultValue?: Json;
  readonly examples?: readonly Json[];
  readonly isNullable?: boolean;
}

/** Type and limits of a value, from which a form creates its input. */
export type FormShape = FormNotes &
  (
    | {
        readonly kind: "text";
        readonly format?: "date" | "date-time";
        /** Whether the value is never shown, stored or copied. */
        readonly isSecret?: boolean;
        readonly minLength?: number;
        readonly maxLength?: number;
        readonly pattern?: string;
      }
    | {
        readonly kind: "number";
        readonly isInteger: boolean;
        readonly minimum?: number;
        readonly maximum?: number;
      }
    | { readonly kind: "boolean" }
    | { readonly kind: "choice"; readonly values: readonly Json[] }
    | { readonly kind: "constant"; readonly value: Json }
    | { readonly kind: "object"; readonly fields: readonly FormField[]; readonly variants?: readonly FormVariant[] }
    | { readonly kind: "list"; readonly item: FormShape; readonly minItems?: number; readonly maxItems?: number }
    | { readonly kind: "map"; readonly item: FormShape }
    | { readonly kind: "union"; readonly branches: readonly FormBranch[] }
    /** Chosen in a file dialog of VS Code; its bytes stay in the extension host. */
    | { readonly kind: "file" }
    | { readonly kind: "json" }
    /** Refers to one of the form's definitions, which allows recursive shapes. */
    | { readonly kind: "reference"; readonly name: string }
  );

export interface FormField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly shape: FormShape;
}

/** One of several sets of fields that the schema allows for an object. */
export interface FormVariant {
  readonly title: string;
  readonly required: readonly string[];
  /** Fields with a fixed value in this variant. */
  readonly constants: Readonly<Record<string, Json>>;
}

export interface FormBranch {
  readonly title: string;
  readonly shape: FormShape;
}

/** Part of the HTTP request that an argument belongs to. */
export type ParameterLocation = "path" | "query" | "headers" | "body";

export const parameterLocations: readonly ParameterLocation[] = ["path", "query", "headers", "body"];

/** Where a response goes: shown on the page, opened as a result, or saved to a file. */
export type AnswerDelivery = "show" | "results" | "file";

export interface AnswerChoice {
  readonly contentType: string;
  readonly deliveries: readonly AnswerDelivery[];
}

/** Form of one operation, derived from its contract row; plain data. */
export interface OperationForm {
  readonly operation: string;
  readonly title: string;
  readonly group: string;
  /** Kind of operation, which the role gate checks. */
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  /** Whether the path is assumed, because the prose specification does not show it. */
  readonly isPathAssumed: boolean;
  /** Shape of the arguments by location; locations without arguments are left out. */
  readonly places: Partial<Readonly<Record<ParameterLocation, FormShape>>>;
  /** Content type of the request body. */
  readonly bodyType?: string;
  /** Alternative encoding of the body: a form of this content type whose only field holds the JSON. */
  readonly jsonForm?: { readonly type: string; readonly field: string };
  readonly definitions: Readonly<Record<string, FormShape>>;
  readonly answers: readonly AnswerChoice[];
}

/** Arguments by location. Files are `FileReference` values. */
export type CallValues = Partial<Readonly<Record<ParameterLocation, Json>>>;

/** A file that the user chose; the host maps `$file` to its path. */
export type FileReference = { readonly $file: string; readonly name: string; readonly size: number };

export function isFileReference(value: Json | undefined): value is FileReference {
  return isJsonObject(value) && typeof value["$file"] === "string" && typeof value["name"] === "string";
}

export function isJsonObject(value: unknown): value is { readonly [name: string]: Json } {
  return isObject(value);
}

/** Resolves a reference; any other shape is returned as it is. An unknown reference allows any JSON. */
export function resolveShape(shape: FormShape, definitions: OperationForm["definitions"]): FormShape {
  const target = shape.kind === "reference" ? definitions[shape.name] : shape;
  return target ?? { kind: "json" };
}
