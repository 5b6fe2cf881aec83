import type { TableEntry } from "../model/table-model.ts";
import type { Span } from "../text/span.ts";

/** Where what a string of a JSON file names is defined: in the file itself, or as a table source of the service. */
export type JsonDefinition = { readonly origin: Span } & (
  | { readonly kind: "text"; readonly target: Span }
  | { readonly kind: "tableSource"; readonly table: TableEntry }
);
