import { type DraftCondition, plainSpelling, type QueryDraft } from "./query-draft.ts";

/** The smallest draft that still fails, found by leaving out one thing after the other. */
export async function shrinkDraft(
  draft: QueryDraft,
  stillFails: (smaller: QueryDraft) => Promise<boolean>,
): Promise<QueryDraft> {
  for (const smaller of smallerDrafts(draft)) {
    if (await stillFails(smaller)) {
      return shrinkDraft(smaller, stillFails);
    }
  }
  return draft;
}

/** Every draft that has one thing less and is still valid. */
export function smallerDrafts(draft: QueryDraft): readonly QueryDraft[] {
  const drafts: QueryDraft[] = [];
  const { aggregateQueryOptions, listQueryOptions, time, ...plain } = draft;
  const timed = { ...plain, ...(time && { time }) };
  if (aggregateQueryOptions || listQueryOptions) {
    drafts.push(timed);
  }
  for (const smaller of withoutOne(aggregateQueryOptions ?? {})) {
    drafts.push({ ...draft, aggregateQueryOptions: smaller });
  }
  for (const smaller of withoutOne(listQueryOptions ?? {})) {
    drafts.push({ ...draft, listQueryOptions: smaller });
  }
  if (JSON.stringify(draft.spelling) !== JSON.stringify(plainSpelling)) {
    drafts.push({ ...draft, spelling: plainSpelling });
  }
  draft.items.forEach((item, index) => {
    const items = draft.items.filter((_, other) => other !== index);
    const needed = draft.kind === "aggregate" ? "metric" : "column";
    if (items.some(({ kind }) => kind === needed)) {
      drafts.push({ ...draft, items });
    }
    if (item.label) {
      const { kind, text } = item;
      drafts.push({ ...draft, items: draft.items.with(index, { kind, text }) });
    }
  });
  draft.conjuncts.forEach((conjunct, index) => {
    drafts.push({ ...draft, conjuncts: draft.conjuncts.toSpliced(index, 1) });
    for (const smaller of smallerConditions(conjunct)) {
      drafts.push({ ...draft, conjuncts: draft.conjuncts.with(index, smaller) });
    }
  });
  return drafts;
}

function withoutOne<Options extends object>(options: Options): readonly Partial<Options>[] {
  return Object.keys(options).map((key) => {
    const { [key as keyof Options]: _, ...others } = options;
    return others as Partial<Options>;
  });
}

function smallerConditions(condition: DraftCondition): readonly DraftCondition[] {
  switch (condition.kind) {
    case "predicate":
      return [];
    case "not":
      return [condition.part, ...smallerConditions(condition.part).map((part) => ({ ...condition, part }))];
    default:
      return [
        ...condition.parts,
        ...condition.parts.flatMap((part, index) =>
          smallerConditions(part).map((smaller) => ({ ...condition, parts: condition.parts.with(index, smaller) })),
        ),
      ];
  }
}
