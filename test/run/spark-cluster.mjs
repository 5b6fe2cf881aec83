import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProcessTree } from "../vscode/host/process-tree.mjs";
import { mustRun } from "./command.mjs";
import { installPackage, mayInstallPackages } from "./debian-packages.mjs";
import { cacheFolder, repositoryRoot } from "./repository.mjs";

/** Newer ones fail in Hadoop's client: "getSubject is not supported". */
const [oldestJava, newestJava] = [17, 21];
const javaPackage = "default-jre-headless";
const sparkFolder = join(cacheFolder, "spark");
const lockFile = join(repositoryRoot, "test", "spark", "jars.lock");
const copyDependencies = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";
const startMs = 120_000;

/** Packages of Java that Spark opens; its own start script names the same. */
const opened = [
  "lang",
  "lang.invoke",
  "lang.reflect",
  "io",
  "net",
  "nio",
  "util",
  "util.concurrent",
  "util.concurrent.atomic",
].map((name) => `java.base/java.${name}`);
const openedInside = [
  "java.base/jdk.internal.ref",
  "java.base/sun.nio.ch",
  "java.base/sun.nio.cs",
  "java.base/sun.security.action",
  "java.base/sun.util.calendar",
];

/**
 * @typedef {"spark" | "catalog"} JarUse
 * @typedef {{ readonly sha256: string; readonly use: string; readonly group: string; readonly artifact: string; readonly version: string; readonly classifier: string | undefined; readonly file: string }} Jar
 *
 * @typedef {object} Cluster
 * @property {string} remote Of Spark Connect, such as `sc://127.0.0.1:41234`.
 * @property {string} catalogUri Of the Iceberg REST catalog, such as `http://127.0.0.1:41235`.
 * @property {() => Promise<void>} stop
 * @property {(use: JarUse) => Promise<void>} kill Ends one of the two in the middle of what it does.
 * @property {(use: JarUse) => Promise<void>} restart Starts one that was killed, on its port and with its files.
 * @property {number} sparkPid
 */

/**
 * Finds a Java that Spark runs on, or installs it where packages may be installed. Throws an Error that says how to.
 *
 * @returns {Promise<string>}
 */
export async function ensureJava() {
  const found = findJava();
  if (found !== undefined) {
    return found;
  }
  const isInstalled =
    process.env.WORKFORCE_TEST_JAVA_ROOT === undefined &&
    mayInstallPackages() &&
    (await installPackage("Java", [javaPackage]));
  const installed = isInstalled ? findJava() : undefined;
  if (installed === undefined) {
    throw new Error(
      `Spark needs a Java from ${oldestJava} to ${newestJava}, and there is none. Install one (on Debian 12: "apt-get install ${javaPackage}"), or name its folder by JAVA_HOME.`,
    );
  }
  return installed;
}

function findJava() {
  const root = process.env.WORKFORCE_TEST_JAVA_ROOT ?? "/usr/lib/jvm";
  const folders = existsSync(root) ? readdirSync(root).map((name) => join(root, name)) : [];
  const homes = [process.env.JAVA_HOME, ...folders];
  const programs = homes.flatMap((home) => (home ? [join(home, "bin", "java")] : []));
  return [...programs, "java"].find((program) => {
    const { stderr } = spawnSync(program, ["-version"], { encoding: "utf8" });
    const major = Number(/version "(\d+)/.exec(stderr ?? "")?.[1]);
    return major >= oldestJava && major <= newestJava;
  });
}

/**
 * Fetches the jars of `test/spark/jars.lock` by Maven, from where Maven is set up to fetch, and holds them against their SHA-256.
 * Gives the folder of those for a use.
 *
 * @returns {Promise<(use: JarUse) => string>}
 */
export async function ensureJars() {
  const jars = readLock(await readFile(lockFile, "utf8"));
  const digest = createHash("sha256").update(JSON.stringify(jars)).digest("hex").slice(0, 16);
  const folder = join(sparkFolder, digest);
  if (!existsSync(folder)) {
    await fetchJars(jars, folder);
  }
  return (use) => join(folder, use);
}

/**
 * @param {string} text
 * @returns {Jar[]}
 */
export function readLock(text) {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [sha256 = "", use = "", coordinates = ""] = line.split(/\s+/);
      const [group = "", artifact = "", version = "", classifier] = coordinates.split(":");
      const file = `${[artifact, version, classifier].filter(Boolean).join("-")}.jar`;
      return { sha256, use, group, artifact, version, classifier, file };
    });
}

/**
 * @param {readonly Jar[]} jars
 * @param {string} folder
 */
async function fetchJars(jars, folder) {
  if (spawnSync("mvn", ["--version"]).status !== 0) {
    if (!mayInstallPackages() || !(await installPackage("Maven", ["maven"]))) {
      throw new Error('Spark\'s jars are fetched by Maven, which is not there. Install it ("apt-get install maven").');
    }
  }
  console.log(`Fetching ${jars.length} jars of Spark and Iceberg (mvn) ...`);
  await mkdir(sparkFolder, { recursive: true });
  const partial = await mkdtemp(join(sparkFolder, "partial-"));
  try {
    for (const use of new Set(jars.map((jar) => jar.use))) {
      const wanted = jars.filter((jar) => jar.use === use);
      const pom = join(partial, `${use}.xml`);
      await writeFile(pom, pomOf(wanted));
      const args = ["-q", "-B", "-f", pom, copyDependencies, `-DoutputDirectory=${join(partial, use)}`];
      await mustRun("mvn", [...args, `-Dmaven.repo.local=${join(partial, "repository")}`], {
        timeoutMs: 300_000,
        shows: "onFailure",
      });
      for (const { file, sha256 } of wanted) {
        if ((await sha256Of(join(partial, use, file))) !== sha256) {
          throw new Error(`${file} is not the file of test/spark/jars.lock: its SHA-256 differs.`);
        }
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

/**
 * Starts a cluster, whose addresses programs find in the environment (test/spark/test-cluster.ts).
 *
 * @returns {Promise<Cluster>}
 */
export async function useCluster() {
  const cluster = await startCluster();
  process.env.WORKFORCE_TEST_SPARK_REMOTE = cluster.remote;
  process.env.WORKFORCE_TEST_CATALOG_URI = cluster.catalogUri;
  process.env.WORKFORCE_TEST_SPARK_PID = String(cluster.sparkPid);
  return cluster;
}

/**
 * Starts Iceberg's REST catalog and Spark Connect on free ports, with a warehouse in a temporary folder and the catalog under the
 * name `lake` in Spark. Both servers listen on all addresses of the machine, as they cannot be told otherwise.
 *
 * @returns {Promise<Cluster>}
 */
export async function startCluster() {
  const java = await ensureJava();
  const jarsOf = await ensureJars();
  const folder = await mkdtemp(join(tmpdir(), "workforce-spark-"));
  const [catalogPort, sparkPort] = [await freePort(), await freePort()];
  const catalogUri = `http://127.0.0.1:${catalogPort}`;
  const startCatalog = () =>
    startJava(java, "org.apache.iceberg.rest.RESTCatalogServer", {
      jars: jarsOf("catalog"),
      folder,
      options: ["-Xmx256m"],
      env: {
        CATALOG_WAREHOUSE: `file://${join(folder, "warehouse")}`,
        CATALOG_URI: `jdbc:sqlite:file:${join(folder, "catalog.db")}`,
        CATALOG_REST_PORT: String(catalogPort),
      },
    });
  const startSpark = () =>
    startJava(java, "org.apache.spark.sql.connect.service.SparkConnectServer", {
      jars: jarsOf("spark"),
      folder,
      options: [
        "-Xmx1500m",
        // Each statement is a plan to compile once: the thorough compiler costs more time than it saves.
        "-XX:TieredStopAtLevel=1",
        "-Duser.timezone=UTC",
        "-Djdk.reflect.useDirectMethodHandle=false",
        ...[...opened, ...openedInside].map((name) => `--add-opens=${name}=ALL-UNNAMED`),
        ...Object.entries(sparkProperties(catalogUri, sparkPort, folder)).map(([key, value]) => `-D${key}=${value}`),
      ],
      env: {},
    });
  const running = { catalog: startCatalog(), spark: startSpark() };
  const stop = async () => {
    await Promise.all([running.catalog.kill(), running.spark.kill()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const isReady = (/** @type {JarUse} */ use) =>
    until(() => isOpen(use === "spark" ? sparkPort : catalogPort), running[use]);
  try {
    await Promise.all([isReady("catalog"), isReady("spark")]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    remote: `sc://127.0.0.1:${sparkPort}`,
    catalogUri,
    stop,
    kill: (use) => running[use].kill(),
    restart: async (use) => {
      running[use] = use === "spark" ? startSpark() : startCatalog();
      await isReady(use);
    },
    sparkPid: running.spark.pid,
  };
}

/**
 * @param {string} catalogUri
 * @param {number} port
 * @param {string} folder
 * @returns {Record<string, string>}
 */
function sparkProperties(catalogUri, port, folder) {
  return {
    "spark.master": "local[1]",
    "spark.ui.enabled": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.local.dir": folder,
    "spark.sql.warehouse.dir": join(folder, "spark-warehouse"),
    "spark.connect.grpc.binding.port": String(port),
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.extensions": "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
    "spark.sql.catalog.lake": "org.apache.iceberg.spark.SparkCatalog",
    "spark.sql.catalog.lake.type": "rest",
    "spark.sql.catalog.lake.uri": catalogUri,
    "spark.sql.catalog.lake.cache-enabled": "false",
  };
}

/**
 * @param {string} java
 * @param {string} mainClass
 * @param {{ jars: string; folder: string; options: string[]; env: Record<string, string> }} start
 */
function startJava(java, mainClass, { jars, folder, options, env }) {
  const name = mainClass.split(".").at(-1) ?? mainClass;
  const child = spawn(java, [...options, "-cp", join(jars, "*"), mainClass], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
  });
  const forget = endProcessTree.atExit(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output = `${output}${chunk}`.slice(-20_000);
    });
  }
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => {
    child.on("error", (error) => {
      output += error.message;
      resolve();
    });
    child.on("close", () => resolve());
  });
  return {
    name,
    pid: child.pid ?? 0,
    ended,
    output: () => output,
    kill: async () => {
      endProcessTree(child);
      await ended;
      forget();
    },
  };
}

/**
 * @param {() => Promise<boolean>} isReady
 * @param {ReturnType<typeof startJava>} program
 */
async function until(isReady, program) {
  let hasEnded = false;
  void program.ended.then(() => {
    hasEnded = true;
  });
  const untilMs = Date.now() + startMs;
  while (!(await isReady())) {
    if (hasEnded || Date.now() > untilMs) {
      throw new Error(`${program.name} did not start:\n${program.output().slice(-4_000)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** The jar that holds the messages of Spark Connect. */
export async function sparkConnectJar() {
  const folder = (await ensureJars())("spark");
  const name = readdirSync(folder).find((file) => file.startsWith("spark-connect_"));
  return join(folder, name ?? "spark-connect.jar");
}
