import type { Span } from "../core/span.ts";
import type { ReservedWord } from "./keywords.ts";
import type { Sign } from "./operators.ts";

/** A lexical unit. The last token of a text is its `end`. */
export type Token =
  | (Span & { readonly kind: "word"; readonly word: ReservedWord })
  | (Span & { readonly kind: "name"; readonly text: string })
  | (Span & { readonly kind: "string"; readonly value: string; readonly isClosed: boolean })
  | (Span & { readonly kind: "number"; readonly text: string })
  | (Span & { readonly kind: "sign"; readonly sign: Sign })
  | (Span & { readonly kind: "end" });
