// Completes package-lock.json with the packages of other platforms, which npm leaves out where the registry does not have them.

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {string[]} [cpu]
 * @property {string[]} [os]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [engines]
 * @property {Record<string, string>} [optionalDependencies]
 *
 * @typedef {Record<string, LockedPackage & Record<string, unknown>>} Packages By their path, `node_modules/esbuild`; "" is the project itself.
 */

/**
 * The optional dependencies that the lock file lacks, as "package: dependency". npm 11 refuses `npm ci` for each of them.
 *
 * @param {Packages} packages
 */
export function findUnlocked(packages) {
  return unlockedOf(packages).map(({ owner, name }) => `${owner}: ${name}`);
}

/**
 * The packages with an entry for every optional dependency, in npm's order. An added entry has no integrity and no address: npm
 * looks the package up by name and version on the platform that needs it.
 *
 * @param {Packages} packages
 * @returns {Packages}
 */
export function completePlatforms(packages) {
  const added = unlockedOf(packages).map(({ owner, name, version }) => [
    `node_modules/${name}`,
    entryOf(name, version, packages[owner]),
  ]);
  const entries = [...Object.entries(packages), ...added];
  return Object.fromEntries(entries.sort(([one], [other]) => one.localeCompare(other, "en")));
}

/** @param {Packages} packages */
function unlockedOf(packages) {
  return Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !packages[`${owner}/node_modules/${name}`] && !packages[`node_modules/${name}`])
      .map(([name, version]) => ({ owner, name, version })),
  );
}

/**
 * @param {string} name
 * @param {string} version
 * @param {(LockedPackage & Record<string, unknown>) | undefined} owner
 */
function entryOf(name, version, owner) {
  const platform = /[-/](android|darwin|linux|win32)-(arm64|x64)(-musl)?$/.exec(name);
  if (!platform || !/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(
      `package-lock.json lacks ${name} ${version}, and its platform cannot be read from its name. Name the platform in scripts/locked-platforms.mjs.`,
    );
  }
  const [, os = "", cpu = "", musl] = platform;
  return {
    version,
    cpu: [cpu],
    ...(owner?.dev && { dev: true }),
    ...(os === "linux" && { libc: [musl ? "musl" : "glibc"] }),
    ...(owner?.license !== undefined && { license: owner.license }),
    optional: true,
    os: [os],
    ...(owner?.engines && { engines: owner.engines }),
  };
}
