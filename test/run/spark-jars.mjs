import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mustRun } from "./command.mjs";
import { installPackage, mayInstallPackages } from "./debian-packages.mjs";
import { cacheFolder, repositoryRoot } from "./repository.mjs";

const jarFolder = join(cacheFolder, "spark");
const lockFolder = join(repositoryRoot, "test", "spark", "jars");
const copyDependencies = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

/** @typedef {{ readonly sha256: string; readonly group: string; readonly artifact: string; readonly version: string; readonly classifier: string | undefined; readonly file: string }} Jar */

/** The Spark of the tests, such as `3.5`, unless the environment names another. Throws an Error for one that has no lock file. */
export function sparkVersion() {
  const version = process.env.WORKFORCE_TEST_SPARK_VERSION ?? "3.5";
  const known = readdirSync(lockFolder).flatMap((name) => /^spark-(.+)\.lock$/.exec(name)?.[1] ?? []);
  if (!known.includes(version)) {
    throw new Error(`There is no Spark "${version}" to test with; there are ${known.sort().join(", ")}.`);
  }
  return version;
}

/**
 * Fetches the jars of a file of `test/spark/jars` by Maven, from where Maven is set up to fetch, and holds them against their SHA-256.
 * Gives a folder that has them in `jars`, as a Spark that was unpacked has.
 *
 * @param {string} name Of the lock file, such as `catalog`.
 * @returns {Promise<string>}
 */
export async function ensureJars(name) {
  const jars = readLock(await readFile(join(lockFolder, `${name}.lock`), "utf8"));
  const digest = createHash("sha256").update(JSON.stringify(jars)).digest("hex").slice(0, 16);
  const folder = join(jarFolder, `${name}-${digest}`);
  if (!existsSync(folder)) {
    await fetchJars(name, jars, folder);
  }
  return folder;
}

/** The jar that holds the messages of Spark Connect. */
export async function sparkConnectJar() {
  const folder = join(await ensureJars(`spark-${sparkVersion()}`), "jars");
  const name = readdirSync(folder).find((file) => file.startsWith("spark-connect_"));
  return join(folder, name ?? "spark-connect.jar");
}

/**
 * @param {string} text
 * @returns {Jar[]}
 */
function readLock(text) {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [sha256 = "", coordinates = ""] = line.split(/\s+/);
      const [group = "", artifact = "", version = "", classifier] = coordinates.split(":");
      const file = `${[artifact, version, classifier].filter(Boolean).join("-")}.jar`;
      return { sha256, group, artifact, version, classifier, file };
    });
}

/**
 * @param {string} name
 * @param {readonly Jar[]} jars
 * @param {string} folder
 */
async function fetchJars(name, jars, folder) {
  if (spawnSync("mvn", ["--version"]).status !== 0) {
    if (!mayInstallPackages() || !(await installPackage("Maven", ["maven"]))) {
      throw new Error('Spark\'s jars are fetched by Maven, which is not there. Install it ("apt-get install maven").');
    }
  }
  console.log(`Fetching the ${jars.length} jars of ${name} (mvn) ...`);
  await mkdir(jarFolder, { recursive: true });
  const partial = await mkdtemp(join(jarFolder, "partial-"));
  try {
    const pom = join(partial, "pom.xml");
    await writeFile(pom, pomOf(jars));
    const args = ["-q", "-B", "-f", pom, copyDependencies, `-DoutputDirectory=${join(partial, "jars")}`];
    await mustRun("mvn", [...args, `-Dmaven.repo.local=${join(partial, "repository")}`], {
      timeoutMs: 300_000,
      shows: "onFailure",
    });
    for (const { file, sha256 } of jars) {
      if ((await sha256Of(join(partial, "jars", file))) !== sha256) {
        throw new Error(`${file} is not the file of test/spark/jars/${name}.lock: its SHA-256 differs.`);
      }
    }
    await rm(join(partial, "repository"), { recursive: true });
    await rename(partial, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** @param {readonly Jar[]} jars */
function pomOf(jars) {
  const dependencies = jars.map(
    ({ group, artifact, version, classifier }) =>
      `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${classifier ? `<classifier>${classifier}</classifier>` : ""}<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions></dependency>`,
  );
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>workforce</groupId><artifactId>test-cluster</artifactId><version>1</version><packaging>pom</packaging><dependencies>${dependencies.join("")}</dependencies></project>\n`;
}

/** @param {string} path */
async function sha256Of(path) {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
  }
  return hash.digest("hex");
}
