import { isObject } from "../base/guards.ts";

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Documentation and default of a form value, which the form shows beside its input. */
export interface FormNotes {
  readonly description?: string;
  /** Value that the service uses if the request omits the field. */
  readonly defaultValue?: Json;
  readonly examples?: readonly Json[];
  readonly isNullable?: boolean;
}

/** Schema of a form value: its type and its limits. The page creates an input from it. */
export type FormShape = FormNotes &
  (
    | {
        readonly kind: "text";
        readonly format?: "date" | "date-time";
        /** Whether the text is a secret, which is never shown, stored or copied. */
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
    /** File that the user chooses in a dialog of VS Code. Its bytes stay in the extension host. */
    | { readonly kind: "file" }
    | { readonly kind: "json" }
    /** Reference by name to a shared schema of the form. References make recursive schemas possible. */
    | { readonly kind: "reference"; readonly name: string }
  );

export interface FormField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly shape: FormShape;
}

/** One of several alternative sets of fields that the schema of an object allows. */
export interface FormVariant {
  readonly title: string;
  readonly required: readonly string[];
  /** Fixed values of fields in this variant of an object, by field name. */
  readonly constants: Readonly<Record<string, Json>>;
}

export interface FormBranch {
  readonly title: string;
  readonly shape: FormShape;
}

/** Section of an HTTP request that contains an argument of an operation. */
export type ParameterLocation = "path" | "query" | "headers" | "body";

export const parameterLocations: readonly ParameterLocation[] = ["path", "query", "headers", "body"];

/** Delivery of a response: shown on the page, opened as a table of results, or saved to a file. */
export type AnswerDelivery = "show" | "results" | "file";

export interface AnswerChoice {
  readonly contentType: string;
  readonly deliveries: readonly AnswerDelivery[];
}

/**
 * Serializable description of the form for one API operation. Derived from the operation's entry in the API contract.
 */
export interface OperationForm {
  readonly operation: string;
  readonly title: string;
  readonly group: string;
  /** Kind of API operation, by which access is checked against the connection's role. */
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  /** Whether the URL path of the operation is an assumption, because the specification does not show it. */
  readonly isPathAssumed: boolean;
  /** Schemas of the arguments by section of the HTTP request. Sections without arguments are left out. */
  readonly places: Partial<Readonly<Record<ParameterLocation, FormShape>>>;
  /** Content type of the request body. */
  readonly bodyType?: string;
  /** Alternative encoding of the request body: a form with this content type, whose only field contains the JSON. */
  readonly jsonForm?: { readonly type: string; readonly field: string };
  readonly definitions: Readonly<Record<string, FormShape>>;
  readonly answers: readonly AnswerChoice[];
}

/** Arguments of an API call by section of the HTTP request. Files are `FileReference` values. */
export type CallValues = Partial<Readonly<Record<ParameterLocation, Json>>>;

/** Reference to a file that the user chose. The extension host maps `$file` to the path of the file. */
export type FileReference = { readonly $file: string; readonly name: string; readonly size: number };

export function isFileReference(value: Json | undefined): value is FileReference {
  return isJsonObject(value) && typeof value["$file"] === "string" && typeof value["name"] === "string";
}

export function isJsonObject(value: unknown): value is { readonly [name: string]: Json } {
  return isObject(value);
}

/**
 * Returns the schema that a reference refers to. Any other schema is returned unchanged. An unknown reference allows
 * any JSON.
 */
export function resolveShape(shape: FormShape, definitions: OperationForm["definitions"]): FormShape {
  const target = shape.kind === "reference" ? definitions[shape.name] : shape;
  return target ?? { kind: "json" };
}
