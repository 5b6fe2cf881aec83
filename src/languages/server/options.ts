import { isRecord } from "../../base/guards.ts";
import { allInlayHints, type InlayHintChoice } from "../core/requests/inlay-hint-choice.ts";
import type { LanguageServerOptions } from "../start.ts";

/** The options as the server goes by them. */
export type ServerOptions = LanguageServerOptions & Required<Pick<LanguageServerOptions, "timeColumn">>;

/** The options with what an editor has sent in their place; what is not of their form is passed over, as any editor may send it. */
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
