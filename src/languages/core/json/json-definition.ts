import type { TableEntry } from "../model/table-model.ts";
import type { Span } from "../text/span.ts";

/** Definition of the name at the cursor: in the JSON file itself, or a table source at the service. */
export type JsonDefinition = { readonly origin: Span } & (
  | { readonly kind: "text"; readonly target: Span }
  | { readonly kind: "tableSource"; readonly table: TableEntry }
);
