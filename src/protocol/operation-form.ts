import { isObject } from "../base/guards.ts";

/** A value as JSON has it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** What a form shows with any value. */
export interface FormNotes {
  readonly description?: string;
  /** What the service takes when the value is left out. */
  readonly defaultValue?: Json;
  readonly examples?: readonly Json[];
  readonly isNullable?: boolean;
}

/** What a value must be, as a form draws it. */
export type FormShape = FormNotes &
  (
    | {
        readonly kind: "text";
        readonly format?: "date" | "date-time";
        /** Never shown, kept or copied. */
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
    /** Chosen through the editor; its bytes stay in the host. */
    | { readonly kind: "file" }
    | { readonly kind: "json" }
    /** One of the form's definitions; shapes that hold themselves end so. */
    | { readonly kind: "reference"; readonly name: string }
  );

export interface FormField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly shape: FormShape;
}

/** One way to fill an object, where the schema has several. */
export interface FormVariant {
  readonly title: string;
  readonly required: readonly string[];
  /** Fields that have one value in this variant. */
  readonly constants: Readonly<Record<string, Json>>;
}

export interface FormBranch {
  readonly title: string;
  readonly shape: FormShape;
}

/** The places of a call's arguments. */
export type ParameterLocation = "path" | "query" | "headers" | "body";

export const parameterLocations: readonly ParameterLocation[] = ["path", "query", "headers", "body"];

/** What can be done with an answer when it comes. */
export type AnswerDelivery = "show" | "results" | "file";

export interface AnswerChoice {
  readonly contentType: string;
  readonly deliveries: readonly AnswerDelivery[];
}

/** An operation as a form: made from its row, plain data. */
export interface OperationForm {
  readonly operation: string;
  readonly title: string;
  readonly group: string;
  /** What the role gate looks at. */
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  /** The prose specification does not show the path. */
  readonly isPathAssumed: boolean;
  /** A place without fields is left out. */
  readonly places: Partial<Readonly<Record<ParameterLocation, FormShape>>>;
  /** Content type of the body that is sent. */
  readonly bodyType?: string;
  /** How the body may be sent, too: as a form of this type whose one field holds the JSON. */
  readonly jsonForm?: { readonly type: string; readonly field: string };
  readonly definitions: Readonly<Record<string, FormShape>>;
  readonly answers: readonly AnswerChoice[];
}

/** Arguments as a form holds them. A file is a `FileReference`. */
export type CallValues = Partial<Readonly<Record<ParameterLocation, Json>>>;

/** A file that the person chose; the host knows where it is. */
export type FileReference = { readonly $file: string; readonly name: string; readonly size: number };

export function isFileReference(value: Json | undefined): value is FileReference {
  return isJsonObject(value) && typeof value["$file"] === "string" && typeof value["name"] === "string";
}

export function isJsonObject(value: unknown): value is { readonly [name: string]: Json } {
  return isObject(value);
}

/** The shape behind a reference. */
export function resolveShape(shape: FormShape, definitions: OperationForm["definitions"]): FormShape {
  const target = shape.kind === "reference" ? definitions[shape.name] : shape;
  return target ?? { kind: "json" };
}
