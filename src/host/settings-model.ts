import { type TransactionExtensionPolicy, transactionExtensionPolicies } from "../base/connection-role.ts";
import { isStringArray } from "../base/guards.ts";

/** Current values of the extension's settings; the defaults are in package.json. */
export interface Settings {
  readonly isLocalOffered: boolean;
  readonly dataFolder: string;
  readonly people: number;
  readonly profile: string;
  /** Hosts and folders that the embedded service may reach. */
  readonly allowedHosts: readonly string[];
  readonly allowedFolders: readonly string[];
  readonly rowLimit: number;
  readonly memoryLimitMb: number;
  readonly resultLocation: "panel" | "editor";
  readonly density: "compact" | "comfortable";
  readonly numberFormat: "locale" | "exact";
  readonly hasColumnSummaries: boolean;
  readonly neutralisesFormulas: boolean;
  readonly keepDays: number;
  readonly keepMegabytes: number;
  readonly queryTimeoutSeconds: number;
  readonly savesNotebookOutputs: boolean;
  /** Whether a dry run precedes each job that writes data. */
  readonly dryRunsJobs: boolean;
  readonly extendsTransactions: TransactionExtensionPolicy;
  readonly extendBySeconds: number;
  /** Web address or file path of a business model file; empty if there is none. */
  readonly modelFile: string;
  readonly usesModelFiles: boolean;
  readonly refreshModelHours: number;
  readonly countsMembers: boolean;
  readonly hints: {
    readonly periods: boolean;
    readonly queryKind: boolean;
    readonly memberNames: boolean;
    readonly levelNames: boolean;
    readonly parameterNames: boolean;
  };
}

/**
 * Maximum time by which the editor extends a database transaction automatically. The service would accept a longer
 * time.
 */
const weekSeconds = 7 * 24 * 3600;

/** Interface for reading a VS Code configuration by setting name, without the prefix `workforce.`. */
export interface SettingSource {
  get(name: string): unknown;
  /** Metadata of a setting, with its default from package.json. */
  inspect(name: string): { readonly defaultValue?: unknown } | undefined;
}

/** The cluster on which SQL jobs are rehearsed; texts are empty where nothing is set. */
export interface SparkSettings {
  readonly remote: string;
  readonly catalog: string;
  readonly catalogUri: string;
  readonly warehouse: string;
  readonly namespace: string;
}

/** Reads a setting. If the stored value has the wrong type, returns the default. */
function readSetting<Value>(settings: SettingSource, name: string, isValue: (value: unknown) => boolean): Value {
  const value: unknown = settings.get(name);
  return (isValue(value) ? value : settings.inspect(name)?.defaultValue) as Value;
}

/** Apart from the others, because only a rehearsal needs them. */
export function sparkSettingsOf(settings: SettingSource): SparkSettings {
  const text = (name: keyof SparkSettings) =>
    readSetting<string>(settings, `spark.${name}`, (value) => typeof value === "string").trim();
  return {
    remote: text("remote"),
    catalog: text("catalog"),
    catalogUri: text("catalogUri"),
    warehouse: text("warehouse"),
    namespace: text("namespace"),
  };
}

export function settingsOf(settings: SettingSource): Settings {
  const read = <Value>(name: string, isValue: (value: unknown) => boolean) =>
    readSetting<Value>(settings, name, isValue);
  const flag = (name: string) => read<boolean>(name, (value) => typeof value === "boolean");
  const number = (name: string) => read<number>(name, Number.isFinite);
  const text = (name: string) => read<string>(name, (value) => typeof value === "string");
  const texts = (name: string) => read<readonly string[]>(name, isStringArray);
  const choice = <Choice extends string>(name: string, choices: readonly Choice[]) =>
    read<Choice>(name, (value) => choices.some((one) => one === value));
  return {
    isLocalOffered: flag("localService.enabled"),
    dataFolder: text("localService.dataFolder"),
    people: number("localService.people"),
    profile: text("localService.profile"),
    allowedHosts: texts("localService.allowedHosts"),
    allowedFolders: texts("localService.allowedFolders"),
    rowLimit: Math.max(0, Math.trunc(number("results.rowLimit"))),
    memoryLimitMb: number("results.memoryLimitMb"),
    resultLocation: choice("results.location", ["panel", "editor"]),
    density: choice("results.density", ["compact", "comfortable"]),
    numberFormat: choice("results.numberFormat", ["locale", "exact"]),
    hasColumnSummaries: flag("results.columnSummaries"),
    neutralisesFormulas: flag("results.neutraliseFormulas"),
    keepDays: number("results.keepDays"),
    keepMegabytes: number("results.keepMegabytes"),
    queryTimeoutSeconds: number("queries.timeoutSeconds"),
    savesNotebookOutputs: flag("notebook.saveOutputs"),
    dryRunsJobs: flag("sqlJobs.dryRun"),
    extendsTransactions: choice("transactions.extend", transactionExtensionPolicies),
    extendBySeconds: Math.min(weekSeconds, Math.max(60, Math.trunc(number("transactions.extendByMinutes") * 60))),
    modelFile: text("model.file").trim(),
    usesModelFiles: flag("model.useWorkspaceFiles"),
    refreshModelHours: number("model.refreshAfterHours"),
    countsMembers: flag("editor.memberCounts"),
    hints: {
      periods: flag("editor.inlayHints.periods"),
      queryKind: flag("editor.inlayHints.queryKind"),
      memberNames: flag("editor.inlayHints.memberNames"),
      levelNames: flag("editor.inlayHints.levelNames"),
      parameterNames: flag("editor.inlayHints.parameterNames"),
    },
  };
}
