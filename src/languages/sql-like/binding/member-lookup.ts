import type { SqlLikeAggregateOptions } from "../../../contract/query-options.ts";
import type { Dimension } from "../../core/model/model-source.ts";
import { findNearestNames } from "../../core/text/find-name.ts";
import type { Problem } from "../../core/text/problem.ts";
import type { Span } from "../../core/text/span.ts";
import { createQueryProblem, withReplacements } from "../syntax/diagnostics.ts";

/** Modes of display in which the text of a member identifies it (sql-like-language 11.3). */
const technicalModes: readonly string[] = ["", "COMPACT", "DEFAULT", "UNCHANGED"];

/** Whether the result of a query identifies members, by their technical names. */
export function printsTechnicalNames({ memberDisplayMode = "" }: SqlLikeAggregateOptions): boolean {
  return technicalModes.includes(memberDisplayMode);
}

/** Lookup of the known members of dimensions. */
export interface MemberLookup {
  /**
   * Returns the known members of a dimension at any level, as paths of names from the top; `undefined` if the members
   * are unknown.
   */
  memberPaths(object: string, dimension: string): readonly (readonly string[])[] | undefined;
}

/**
 * Returns the path of a member that is written as `"Hybrid"` or `"EMEA.Spain"`. A partial path is completed from the
 * top if exactly one known member matches (sql-like-language 9). Reports SL407 and SL706.
 */
export function bindMember(
  written: string,
  span: Span,
  dimension: Dimension,
  object: string,
  members: MemberLookup | undefined,
  problems: Problem[],
): readonly string[] {
  // With a single level, a dot is part of the member's name.
  const path = dimension.levels?.length === 1 || dimension.kind === "range" ? [written] : written.split(".");
  const known = members?.memberPaths(object, dimension.id);
  if (!known || known.some((member) => isSame(member, path))) {
    return path;
  }
  const name = path.length === 1 ? written : undefined;
  const fitting = known.filter((member) => name !== undefined && member.at(-1) === name);
  const [only] = fitting;
  if (only && fitting.length === 1) {
    const full = only.join(".");
    problems.push(withReplacements(createQueryProblem("SL706", span, { path: full }), [full]));
    return only;
  }
  const shown = fitting.length > 0 ? fitting.slice(0, 3).map((member) => member.join(".")) : nearest(known, written);
  const suggestion = shown.length > 0 ? `; nearest is ${shown.map((member) => `\`${member}\``).join(", ")}` : "";
  const what = fitting.length > 0 ? "several members" : "no member";
  const problem = createQueryProblem("SL407", span, { dimension: dimension.id, what, member: written, suggestion });
  problems.push(withReplacements(problem, fitting.length > 0 ? fitting.map((member) => member.join(".")) : shown));
  return path;
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, index) => name === right[index]);
}

/** Returns the complete paths of the members whose path or last name is most similar to the written text. */
function nearest(known: readonly (readonly string[])[], written: string): string[] {
  const byText = new Map<string, string>();
  for (const member of known) {
    const path = member.join(".");
    byText.set(path, path);
    const last = member.at(-1);
    if (last !== undefined && !byText.has(last)) {
      byText.set(last, path);
    }
  }
  return findNearestNames(byText.keys(), written, 1).map((text) => byText.get(text) ?? text);
}
