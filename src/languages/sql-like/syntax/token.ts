import type { Span } from "../../core/text/span.ts";
import type { ReservedWord } from "./keywords.ts";
import type { Sign } from "./operators.ts";

/** A lexical unit. The last token of a text is its `end`. Nearly all have the same properties: readers stay quick so. */
export type Token =
  | (Span & { readonly kind: "word"; readonly text: ReservedWord })
  | (Span & { readonly kind: "name"; readonly text: string })
  | (Span & { readonly kind: "string"; readonly value: string; readonly isClosed: boolean })
  | (Span & { readonly kind: "number"; readonly text: string })
  | (Span & { readonly kind: "sign"; readonly text: Sign })
  | (Span & { readonly kind: "end" });
