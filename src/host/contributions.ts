import type * as commandIds from "./command-ids.ts";

/** Id of a command of the extension. */
export type CommandId = (typeof commandIds)[keyof typeof commandIds];

/**
 * Manifest entries of one feature. `npm run generate` merges those of all features into `contributes` of package.json.
 * Titles and descriptions are keys of package.nls.json: `command.<id>`, `setting.<name>`.
 */
export interface Contributions {
  readonly commands?: { readonly [Id in CommandId]?: CommandContribution };
  /** Settings of the feature by setting name, without the prefix `workforce.`. */
  readonly settings?: Readonly<Record<string, SettingContribution>>;
  /**
   * Other contribution points of the feature in VS Code's manifest format. Lists and objects of several features are
   * merged.
   */
  readonly points?: Readonly<Record<string, unknown>>;
}

/** Manifest entries of one command. All its conditions are VS Code when clauses. */
interface CommandContribution {
  /** Icon of the command: the name of a codicon, without `$()`. */
  readonly icon?: string;
  readonly enablement?: string;
  /**
   * When clause for the command palette. Defaults to `enablement`; without that, the command is always in the palette.
   */
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
  readonly type: "array" | "boolean" | "integer" | "number" | "string";
  /** Type of the entries of an array. */
  readonly items?: { readonly type: "string" };
  readonly default: boolean | number | string | readonly string[];
  readonly scope: "machine" | "resource" | "window";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  /** Whether each value of the setting has its own description, with the key `setting.<name>.<value>`. */
  readonly describesValues?: true;
  /** Whether an untrusted workspace cannot change the setting. */
  readonly isRestricted?: true;
}

/**
 * When clause that shows a command in the palette only while the extension's sidebar is open. Used for commands that
 * delete or overwrite, so that users of other features do not run them by accident.
 */
export const whenSidebarVisible = "activeViewlet == workbench.view.extension.workforce";

/**
 * When clause that hides a command from the palette, because the command needs the tree or list item it is invoked on.
 */
export const notInPalette = "false";
