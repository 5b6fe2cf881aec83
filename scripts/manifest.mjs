// Makes `contributes` of package.json from the tables of the features.

/** @typedef {import("../src/host/contributions.ts").Contributions} Contributions */

const prefix = "workforce.";

/** Groups of the settings editor in their order, with the first parts of the settings' names. */
const settingGroups = [
  { id: "queries", features: ["queries", "notebook"] },
  { id: "results", features: ["results"] },
  { id: "editor", features: ["editor", "model"] },
  { id: "sqlJobs", features: ["sqlJobs", "transactions", "spark"] },
  { id: "localService", features: ["localService"] },
];

/**
 * The manifest with what the features contribute; everything else stays as it is.
 *
 * @template {Record<string, any>} Manifest
 * @param {Manifest} manifest
 * @param {readonly Contributions[]} features In the order in which views and keys are listed.
 */
export function withContributions(manifest, features) {
  const settings = Object.assign({}, ...features.map((feature) => feature.settings ?? {}));
  const points = joinPoints(features.map((feature) => feature.points ?? {}));
  const { untrustedWorkspaces, ...capabilities } = manifest.capabilities;
  return {
    ...manifest,
    capabilities: {
      untrustedWorkspaces: { ...untrustedWorkspaces, restrictedConfigurations: namesOfRestricted(settings) },
      ...capabilities,
    },
    contributes: {
      ...points,
      ...commandPoints(features),
      configuration: groupSettings(settings),
    },
  };
}

/** @param {readonly Contributions[]} features */
function commandPoints(features) {
  const commands = features.flatMap((feature) => Object.entries(feature.commands ?? {}));
  /** @type {Record<string, object[]>} */
  const menus = { commandPalette: [] };
  for (const [command, { palette, enablement, menus: places = [] }] of commands) {
    const when = palette ?? enablement;
    if (when !== undefined) {
      menus.commandPalette?.push({ command, when });
    }
    for (const { menu, ...place } of places) {
      menus[menu] ??= [];
      menus[menu].push({ command, ...place });
    }
  }
  return {
    commands: commands.map(([command, { icon, enablement }]) => ({
      command,
      title: `%command.${command}%`,
      category: "%category%",
      ...(icon !== undefined && { icon: `$(${icon})` }),
      ...(enablement !== undefined && { enablement }),
    })),
    keybindings: commands.flatMap(([command, { keys = [] }]) =>
      keys.map(({ key, when }) => ({ command, key, mac: key.replace("ctrl+", "cmd+"), when })),
    ),
    menus,
  };
}

/**
 * The settings in their groups; throws for a setting that belongs to none.
 *
 * @param {NonNullable<Contributions["settings"]>} settings
 */
function groupSettings(settings) {
  const groupOf = (/** @type {string} */ name) =>
    settingGroups.findIndex(({ features }) => features.includes(name.split(".")[0] ?? ""));
  const homeless = Object.keys(settings).filter((name) => groupOf(name) < 0);
  if (homeless.length > 0) {
    throw new Error(`${homeless.join(", ")}: no group of settings has these; add one in scripts/manifest.mjs.`);
  }
  return settingGroups.flatMap(({ id }, group) => {
    const members = Object.entries(settings).filter(([name]) => groupOf(name) === group);
    const properties = propertiesOf(Object.fromEntries(members));
    return members.length > 0 ? [{ title: `%settings.${id}%`, order: group + 1, properties }] : [];
  });
}

/** @param {NonNullable<Contributions["settings"]>} settings */
function propertiesOf(settings) {
  return Object.fromEntries(
    Object.entries(settings).map(([name, { describesValues, isRestricted, ...setting }]) => [
      prefix + name,
      {
        ...setting,
        markdownDescription: `%setting.${name}%`,
        ...(describesValues && { enumDescriptions: setting.enum?.map((value) => `%setting.${name}.${value}%`) }),
      },
    ]),
  );
}

/** @param {NonNullable<Contributions["settings"]>} settings */
function namesOfRestricted(settings) {
  const restricted = Object.entries(settings).filter(([, { isRestricted }]) => isRestricted);
  return restricted.map(([name]) => prefix + name).sort();
}

/**
 * @param {readonly Readonly<Record<string, any>>[]} parts
 * @returns {Record<string, any>}
 */
function joinPoints(parts) {
  /** @type {Record<string, any>} */
  const joined = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    joined[name] = name in joined ? joinValues(name, joined[name], value) : value;
  }
  return joined;
}

/**
 * @param {string} name
 * @param {any} one
 * @param {any} other
 */
function joinValues(name, one, other) {
  if (Array.isArray(one) && Array.isArray(other)) {
    return [...one, ...other];
  }
  if (typeof one === "object" && typeof other === "object" && !Array.isArray(one) && !Array.isArray(other)) {
    return joinPoints([one, other]);
  }
  throw new Error(`Two features contribute "${name}", and only lists and objects can be joined.`);
}
