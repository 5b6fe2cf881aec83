import { checkForm } from "../core/json/check-form.ts";
import type { FixableProblem } from "../core/text/fix.ts";
import { checkColumns } from "./check-columns.ts";
import { checkInheritance } from "./check-inheritance.ts";
import { checkView } from "./check-view.ts";
import type { DefinitionScope } from "./definition-scope.ts";
import { readDefinition } from "./read-definition.ts";
import { TableSourceFile } from "./table-source-schema.ts";

/** Everything there is to say about a definition beside its SQL, in the order of the text. */
export async function checkDefinition(text: string, scope: DefinitionScope): Promise<readonly FixableProblem[]> {
  const definition = readDefinition(text);
  if (!definition.root) {
    return [];
  }
  const problems = [
    ...checkForm(definition.root, TableSourceFile, "TD"),
    ...checkColumns(definition),
    ...checkInheritance(definition),
    ...(await checkView(definition, scope)),
  ];
  return problems.sort((one, other) => one.start - other.start || one.end - other.end);
}
