import { tableDefinitionScheme } from "../core/model/table-document.ts";
import { completionsInDefinition } from "../table-source/completion.ts";
import { findUpstreamDefinition } from "../table-source/definition.ts";
import { hoverDefinition } from "../table-source/hover.ts";
import { createDefinitionOutline } from "../table-source/outline.ts";
import { tableSourceSuffix } from "../table-source/table-source-schema.ts";
import type { JsonDocumentState, JsonFileKind } from "./json-files.ts";
import type { ServerContext } from "./server-parts.ts";
import {
  checkDefinitionText,
  type DefinitionContext,
  definitionScopeOf,
  definitionSqlPositionAt,
  findFixableProblems,
} from "./table-source-text.ts";
import type { RegisteredTableSql } from "./table-sql.ts";

/** Returns the language features of table-source definitions (service-api, "Table sources"; sql-like-language 13.4). */
export function createTableSourceFileKind(
  { options, now }: ServerContext,
  { service, tables }: RegisteredTableSql,
): JsonFileKind {
  const partsOf = ({ isStale }: JsonDocumentState): DefinitionContext => ({
    service,
    options: { tables, timeColumn: options().timeColumn, now: now(), isStale },
  });
  return {
    suffix: tableSourceSuffix,
    schemes: ["file", tableDefinitionScheme],
    check: (file) => checkDefinitionText(file.text, partsOf(file)),
    fixable: (file, range) => findFixableProblems(file.text, range, partsOf(file)),
    sqlAt: (file, offset) => definitionSqlPositionAt(file.text, offset, partsOf(file)),
    complete: (file, offset) => completionsInDefinition(file.text, offset, definitionScopeOf(partsOf(file))),
    hover: (file, offset) => hoverDefinition(file.text, offset, definitionScopeOf(partsOf(file))),
    define: (file, offset) => findUpstreamDefinition(file.text, offset, definitionScopeOf(partsOf(file))),
    outline: createDefinitionOutline,
  };
}
