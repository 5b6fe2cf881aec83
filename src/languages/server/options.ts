import { isRecord } from "../../base/guards.ts";
import { allInlayHints, type InlayHintChoice } from "../core/requests/inlay-hint-choice.ts";
import type { LanguageServerOptions } from "../start.ts";

/** Options of the language server, with default values filled in. */
export type ServerOptions = LanguageServerOptions & Required<Pick<LanguageServerOptions, "timeColumn">>;

/**
 * Returns server options in which valid values sent by the editor replace the previous ones. Values of the wrong type
 * are ignored.
 */
export function withOptions(options: ServerOptions, sent: unknown): ServerOptions {
  const given: Partial<LanguageServerOptions> = isRecord(sent) ? sent : {};
  const { timeColumn, inlayHints, memberCounts } = given;
  return {
    ...options,
    ...given,
    timeColumn: typeof timeColumn === "string" && timeColumn !== "" ? timeColumn : options.timeColumn,
    memberCounts: typeof memberCounts === "boolean" ? memberCounts : (options.memberCounts ?? true),
    inlayHints: withChoice(options.inlayHints ?? allInlayHints, inlayHints),
  };
}

function withChoice(choice: InlayHintChoice, sent: unknown): InlayHintChoice {
  const given: Readonly<Record<string, unknown>> = isRecord(sent) ? Object.fromEntries(Object.entries(sent)) : {};
  const read = (name: keyof InlayHintChoice): boolean => {
    const value = given[name];
    return typeof value === "boolean" ? value : choice[name];
  };
  return {
    periods: read("periods"),
    queryKind: read("queryKind"),
    memberNames: read("memberNames"),
    levelNames: read("levelNames"),
    parameterNames: read("parameterNames"),
  };
}
