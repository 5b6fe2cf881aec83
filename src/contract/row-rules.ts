import type { Limit } from "./limits.ts";

/** Path of a field in the arguments of a call, such as `body.allTenants`. */
export type FieldPath = `${"path" | "query" | "headers" | "body"}.${string}`;

/** A rule of the specification that schemas cannot express; checked before anything is sent. */
export type RowRule =
  /** A field that is allowed only if another field has a given value. */
  | { readonly kind: "onlyWith"; readonly field: FieldPath; readonly other: FieldPath; readonly value: boolean }
  /** A field that must be equal to another one if both are given. */
  | { readonly kind: "sameAs"; readonly field: FieldPath; readonly other: FieldPath }
  /** An ISO 8601 time that must be between `least` and `most` years ahead. */
  | { readonly kind: "yearsAhead"; readonly field: FieldPath; readonly least: Limit; readonly most: Limit };
