import type { AnalyticObject } from "../../core/model/model-source.ts";
import { findName } from "../../core/text/find-name.ts";
import { type AttributePreference, resolvePath } from "../binding/resolve-path.ts";
import type { Name, Path } from "../syntax/tree.ts";
import type { Meaning, NameScope, QueryName } from "./query-name.ts";

interface PathName {
  readonly name: Name;
  readonly state: QueryName["state"];
  readonly meaning: Meaning;
}

/** What each segment of a path means, seen from the FROM object, as far as the model follows it (sql-like-language 8.2). */
export function pathNames(
  { segments }: Path,
  from: AnalyticObject | undefined,
  preference: AttributePreference,
  scope: NameScope,
): PathName[] {
  const names: PathName[] = [];
  let object = from;
  // Behind a segment that is not found nothing can be looked for.
  let missing: QueryName["state"] = from && scope.isComplete ? "unknown" : "assumed";
  for (const [index, name] of segments.entries()) {
    if (index === segments.length - 1) {
      names.push(endOf(name, object, preference, missing, scope));
    } else if (index === 0 && object && findName([object], name.text)) {
      names.push({ name, state: "known", meaning: { kind: "object", object } });
    } else {
      const reference = object && findName(object.references, name.text)?.item;
      const meaning: Meaning = { kind: "reference", owner: object, reference };
      names.push({ name, state: reference ? "known" : missing, meaning });
      object = reference && scope.model.object(reference.target);
      missing = object ? missing : "assumed";
    }
  }
  return names;
}

function endOf(
  name: Name,
  owner: AnalyticObject | undefined,
  preference: AttributePreference,
  missing: QueryName["state"],
  { model }: NameScope,
): PathName {
  const resolution = owner && resolvePath(model, owner.id, [name.text], preference);
  switch (resolution?.kind) {
    case "path": {
      const { attribute } = resolution.path;
      const meaning = owner ? { ...attribute, owner } : undefined;
      return { name, state: "known", meaning: meaning ?? { kind: "attribute", owner } };
    }
    case "endsInReference":
      return { name, state: "known", meaning: { kind: "reference", owner, reference: resolution.reference } };
    case "metric":
      return { name, state: "known", meaning: { kind: "metric", metric: resolution.metric, from: owner } };
    case "unsupported":
      return { name, state: "known", meaning: { kind: "unsupported", what: resolution.what } };
    default:
      return { name, state: missing, meaning: { kind: "attribute", owner } };
  }
}
