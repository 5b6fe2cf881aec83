import { createModelSource } from "../../core/model/create-model-source.ts";
import type { ModelEntry } from "../../core/model/model-requests.ts";
import type { CompletionOptions } from "./completion.ts";
import type { ModelName } from "./model-name.ts";
import { ModelNameFinder } from "./model-names.ts";
import type { CompletionSuggestion } from "./suggestion.ts";

/** Number of dimension members that documentation shows as examples. */
const shownMembers = 5;

/**
 * Returns the plain-text documentation of a completion item, after looking up missing details. `undefined` if there is
 * none.
 */
export async function describeSuggestion(
  { name, documentation }: Pick<CompletionSuggestion, "name" | "documentation">,
  { model = createModelSource([], []), search }: Pick<CompletionOptions, "model" | "search">,
): Promise<string | undefined> {
  if (!name) {
    return documentation;
  }
  const names = new ModelNameFinder({ model, search, prefix: "" });
  const { kind } = name;
  const isThin = name.description === undefined && name.formula === undefined;
  const found =
    isThin && kind !== "reference"
      ? await names.find(kind, kind === "object" ? undefined : name.object, name.id)
      : undefined;
  const members = kind === "dimension" ? await names.members(name.id, name.object) : [];
  return describe({ ...name, ...found }, members);
}

function describe(name: ModelName, members: readonly ModelEntry[]): string {
  const { displayName, description, formula, parameters = [], levels = [] } = name;
  const shown = members.slice(0, shownMembers).map((member) => member.path ?? member.id);
  const details = [
    whatItIs(name),
    formula === undefined ? "" : `Formula: ${formula}`,
    parameters.length === 0 ? "" : `Parameters: ${parameters.map(({ id, kind }) => `${id} (${kind})`).join(", ")}`,
    levels.length === 0 ? "" : `Levels: ${levels.map(({ id }) => id).join(", ")}`,
    shown.length === 0 ? "" : `Members: ${shown.join(", ")}${members.length > shownMembers ? ", ..." : ""}`,
    dataText(name),
  ];
  const paragraphs = [displayName, description ?? "", details.filter((fact) => fact !== "").join("\n")];
  return paragraphs.filter((paragraph) => paragraph !== "").join("\n\n");
}

function whatItIs({ kind, object, objectKind, type, target }: ModelName): string {
  const of = object === undefined ? "" : ` of ${object}`;
  switch (kind) {
    case "object":
      return objectKind === undefined
        ? "Analytic object"
        : `${objectKind.charAt(0).toUpperCase()}${objectKind.slice(1)}`;
    case "property":
      return `Property${of}${type === undefined ? "" : `, ${type}`}`;
    case "reference":
      return `Reference${of}${target === undefined ? "" : ` to ${target}`}`;
    default:
      return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}${of}`;
  }
}

function dataText({ dataStart, dataEnd }: ModelName): string {
  const from = dataStart === undefined ? "" : ` from ${dateOf(dataStart)}`;
  const to = dataEnd === undefined ? "" : ` to ${dateOf(dataEnd)}, which is not included`;
  return from + to === "" ? "" : `Data${from}${to}`;
}

function dateOf(instant: number): string {
  return Number.isFinite(instant) && Math.abs(instant) <= 8.64e15 ? new Date(instant).toISOString().slice(0, 10) : "?";
}
