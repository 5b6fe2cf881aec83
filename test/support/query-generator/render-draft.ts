import type { DraftCondition, QueryDraft, Spelling } from "./query-draft.ts";

/** The text of a draft. */
export function renderDraft(draft: QueryDraft): string {
  const {
    spelling,
    items,
    object,
    conjuncts,
    time,
    spelling: { gap, end },
  } = draft;
  const word = (text: string) => spellKeyword(text, spelling);
  const selected = items.map(({ text, label }) => (label ? `${text} ${word("AS")} ${label}` : text)).join(`,${gap}`);
  const isAlone = conjuncts.length === 1 && !time && spelling.isTerse;
  const conditions = conjuncts.map((conjunct) => renderCondition(conjunct, isAlone ? "or" : "and", spelling));
  if (time) {
    conditions.splice(time.place, 0, time.text);
  }
  const where = conditions.length === 0 ? "" : `${gap}${word("WHERE")} ${conditions.join(`${gap}${word("AND")} `)}`;
  return `${word("SELECT")}${gap}${selected}${gap}${word("FROM")} ${object}${where}${end}`;
}

/** `around` is what the condition stands in; brackets are needed where it binds more tightly. */
function renderCondition(condition: DraftCondition, around: "and" | "or" | "not", spelling: Spelling): string {
  switch (condition.kind) {
    case "predicate":
      return condition.text;
    case "not": {
      const inner = condition.part;
      const text = renderCondition(inner, "not", spelling);
      // NOT takes one bracket or one predicate, never another NOT.
      const rendered = `${spellKeyword("NOT", spelling)} ${inner.kind === "not" ? `(${text})` : text}`;
      return rendered;
    }
    default: {
      const separator = ` ${spellKeyword(condition.kind.toUpperCase(), spelling)} `;
      const text = condition.parts.map((part) => renderCondition(part, condition.kind, spelling)).join(separator);
      const isFree = spelling.isTerse && around === "or";
      return isFree ? text : `(${text})`;
    }
  }
}

function spellKeyword(word: string, { keywords }: Spelling): string {
  switch (keywords) {
    case "upper":
      return word;
    case "lower":
      return word.toLowerCase();
    case "mixed":
      return word.charAt(0) + word.slice(1).toLowerCase();
  }
}
