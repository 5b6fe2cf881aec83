/** The parts of a validation problem that matter here. */
export interface SchemaProblem {
  readonly keyword: string;
  /** For `/oneOf/1/properties/a` of the schema `#/oneOf/1/properties/a`. */
  readonly schemaPath: string;
}

/**
 * The problems without those of the `oneOf` branches that the value was not meant for: of each `oneOf` only the branch
 * stays that fails in no `const` and in the fewest places. `{grant_type: "password"}` is told of the password's fields.
 */
export function closestBranches<Problem extends SchemaProblem>(problems: readonly Problem[]): Problem[] {
  const branches = new Map<string, Map<string, Problem[]>>();
  for (const problem of problems) {
    const [, union, branch] = /^(.*\/oneOf)\/(\d+)/.exec(problem.schemaPath) ?? [];
    if (union !== undefined && branch !== undefined) {
      const ofUnion = branches.get(union) ?? new Map<string, Problem[]>();
      branches.set(union, ofUnion.set(branch, [...(ofUnion.get(branch) ?? []), problem]));
    }
  }
  const dropped = new Set<Problem>();
  for (const ofUnion of branches.values()) {
    const ranked = [...ofUnion.values()].sort((one, other) => distance(one) - distance(other));
    for (const problem of ranked.slice(1).flat()) {
      dropped.add(problem);
    }
  }
  return problems.filter((problem) => !dropped.has(problem));
}

function distance(problems: readonly SchemaProblem[]): number {
  return problems.length + (problems.some(({ keyword }) => keyword === "const") ? 1000 : 0);
}
