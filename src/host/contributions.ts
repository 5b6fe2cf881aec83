import type { CommandId } from "./command-ids.ts";

/**
 * Manifest entries of one feature; `npm run generate` writes `contributes` of package.json from those of all features.
 * Titles and descriptions are keys of package.nls.json that follow from the names: `command.<id>`, `setting.<name>`.
 */
export interface Contributions {
  readonly commands?: { readonly [Id in CommandId]?: CommandContribution };
  /** By setting name without the prefix `workforce.`. */
  readonly settings?: Readonly<Record<string, SettingContribution>>;
  /** Other contribution points in VS Code's own format; lists and objects of several features are merged. */
  readonly points?: Readonly<Record<string, unknown>>;
}

/** Manifest entries of one command; all conditions are when clauses. */
interface CommandContribution {
  /** Name of a codicon, without `$()`. */
  readonly icon?: string;
  readonly enablement?: string;
  /** Condition for the command palette; defaults to `enablement`, and to always. */
  readonly palette?: string;
  readonly keys?: readonly KeyContribution[];
  readonly menus?: readonly MenuContribution[];
}

interface KeyContribution {
  /** Key binding on Windows and Linux; on macOS, Cmd replaces Ctrl. */
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
  /** Each value has its own description, `setting.<name>.<value>`. */
  readonly describesValues?: true;
  /** An untrusted workspace cannot set it. */
  readonly isRestricted?: true;
}

/**
 * Palette condition of commands that delete or overwrite and ask for what: only while the sidebar shows it, so that they are not found by
 * chance in a window that works on something else.
 */
export const besideExplorer = "activeViewlet == workbench.view.extension.workforce";

/** Palette condition of commands that need the tree or list item they are invoked on. */
export const notInPalette = "false";
