import type { Limit } from "./limits.ts";

/** A field of a call: its place and the names to it, such as `body.allTenants`. */
export type FieldPath = `${"path" | "query" | "headers" | "body"}.${string}`;

/** What the prose asks of a call and no schema can say; checked before anything is sent. */
export type RowRule =
  /** A field that may be given only while another one has a value. */
  | { readonly kind: "onlyWith"; readonly field: FieldPath; readonly other: FieldPath; readonly value: boolean }
  /** A field that must have the value of another one where both are given. */
  | { readonly kind: "sameAs"; readonly field: FieldPath; readonly other: FieldPath }
  /** An ISO 8601 time that must lie so many years ahead. */
  | { readonly kind: "yearsAhead"; readonly field: FieldPath; readonly least: Limit; readonly most: Limit };
