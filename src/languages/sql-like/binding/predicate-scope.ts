import type { MetricParameter } from "../../core/model/model-source.ts";
import type { Problem } from "../../core/text/problem.ts";
import type { Path } from "../syntax/tree.ts";
import type { BoundPath } from "./bound-condition.ts";
import type { MemberLookup } from "./member-lookup.ts";
import type { AttributePreference } from "./resolve-path.ts";

/** What binding a predicate needs of its surroundings. */
export interface PredicateScope {
  readonly problems: Problem[];
  readonly parameters: readonly MetricParameter[];
  readonly preference: AttributePreference;
  readonly members: MemberLookup | undefined;
  bindPath(path: Path, preference: AttributePreference): BoundPath | undefined;
}
