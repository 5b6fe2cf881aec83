import type { CommandId } from "./command-ids.ts";

/**
 * What one feature adds to the manifest; `npm run generate` writes `contributes` of package.json from the tables of all features.
 * Titles and descriptions are keys of package.nls.json that follow from the names: `command.<id>`, `setting.<name>`.
 */
export interface Contributions {
  readonly commands?: { readonly [Id in CommandId]?: CommandContribution };
  /** By name without the prefix `workforce.`. */
  readonly settings?: Readonly<Record<string, SettingContribution>>;
  /** Other contribution points in VS Code's own form; lists and objects of several features are joined. */
  readonly points?: Readonly<Record<string, unknown>>;
}

/** All conditions are when clauses. */
interface CommandContribution {
  /** Name of a codicon. */
  readonly icon?: string;
  readonly enablement?: string;
  /** When the command palette offers the command: as `enablement` says when left out, and always when that is left out too. */
  readonly palette?: string;
  readonly keys?: readonly KeyContribution[];
  readonly menus?: readonly MenuContribution[];
}

interface KeyContribution {
  /** As on Windows and Linux; macOS has Cmd for Ctrl. */
  readonly key: string;
  readonly when: string;
}

interface MenuContribution {
  readonly menu: string;
  readonly when: string;
  readonly group: string;
}

interface SettingContribution {
  readonly type: "boolean" | "integer" | "number" | "string";
  readonly default: boolean | number | string;
  readonly scope: "machine" | "resource" | "window";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  /** The values have descriptions of their own, `setting.<name>.<value>`. */
  readonly describesValues?: true;
  /** A workspace that is not trusted cannot set it. */
  readonly isRestricted?: true;
}

/** A palette condition for commands that need the item of a tree or list they are chosen at. */
export const notInPalette = "false";
