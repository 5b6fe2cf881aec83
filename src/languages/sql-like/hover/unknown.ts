import { nearestNames } from "../../core/text/find-name.ts";
import { code } from "../../core/text/markdown.ts";
import { namesOf } from "../binding/bind-path.ts";
import type { NameScope, QueryName } from "../names/query-name.ts";
import { builtInFunctions } from "../syntax/functions.ts";
import { units } from "../time/units.ts";

/** That a name is not known, and what it is most like. */
export function describeUnknown(name: QueryName, scope: NameScope): string {
  const { what, candidates } = alternatives(name, scope);
  const near = nearestNames(candidates, name.text).map(code).join(" or ");
  return `${code(name.text)} is not known${what}.${near === "" ? "" : ` Did you mean ${near}?`}`;
}

interface Alternatives {
  readonly what: string;
  readonly candidates: readonly string[];
}

function alternatives({ meaning }: QueryName, { model, members }: NameScope): Alternatives {
  switch (meaning.kind) {
    case "metric":
    case "function": {
      const functions = builtInFunctions.map((built) => built.name);
      return { what: " as a metric or function", candidates: [...functions, ...idsOf(model.metrics())] };
    }
    case "parameter":
      return { what: parameterPlace(meaning.metric?.id), candidates: idsOf(meaning.metric?.parameters ?? []) };
    case "object":
      return { what: " as a subject or event", candidates: idsOf(model.objects()) };
    case "level": {
      const levels = meaning.dimension?.levels ?? [];
      return { what: ` as a level of ${code(meaning.dimension?.id ?? "")}`, candidates: idsOf(levels) };
    }
    case "member": {
      const paths = members?.memberPaths(meaning.owner.id, meaning.dimension.id) ?? [];
      const candidates = paths.flatMap((path) => [path.join("."), path.at(-1) ?? ""]);
      return { what: ` as a member of ${code(meaning.dimension.id)}`, candidates };
    }
    case "unit":
      return { what: " as a unit", candidates: Object.keys(units) };
    case "reference":
    case "attribute":
    case "dimension":
    case "concept": {
      const { owner } = meaning;
      const candidates = owner ? [...namesOf(owner), ...idsOf(owner.references)] : [];
      return { what: owner ? ` on ${code(owner.id)}` : "", candidates };
    }
    default:
      return { what: "", candidates: [] };
  }
}

function parameterPlace(metric: string | undefined): string {
  return metric === undefined ? "" : ` as a parameter of ${code(metric)}`;
}

function idsOf(items: Iterable<{ readonly id: string }>): string[] {
  return [...items].map(({ id }) => id);
}
