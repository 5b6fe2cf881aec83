import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProcessTree } from "../vscode/host/process-tree.mjs";
import { installPackage, mayInstallPackages } from "./debian-packages.mjs";
import { ensureJars, sparkVersion } from "./spark-jars.mjs";

/** Newer ones fail in Hadoop's client: "getSubject is not supported". */
const [oldestJava, newestJava] = [17, 21];
const javaPackage = "default-jre-headless";
const startMs = 120_000;
const executorMegabytes = 700;
/** Of each stage of a statement, for each executor. */
const tasksOfExecutor = 8;
/** The start of an executor asks for one and uses the jars, whatever it is. */
const scalaVersion = "2.13";

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
 * @typedef {"spark" | "catalog"} Server
 *
 * @typedef {object} Cluster
 * @property {string} remote Of Spark Connect, such as `sc://127.0.0.1:41234`.
 * @property {string} catalogUri Of the Iceberg REST catalog, such as `http://127.0.0.1:41235`.
 * @property {() => Promise<void>} stop
 * @property {(server: Server) => Promise<void>} kill Ends one of the two in the middle of what it does.
 * @property {(server: Server) => Promise<void>} restart Starts one that was killed, on its port and with its files.
 * @property {number} sparkPid
 * @property {string} uiUri Of Spark's own pages and their REST interface, which are there with `executors` only.
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
 * Starts a cluster, whose addresses programs find in the environment (test/spark/test-cluster.ts).
 *
 * @param {Parameters<typeof startCluster>[0]} [options]
 * @returns {Promise<Cluster>}
 */
export async function useCluster(options) {
  const cluster = await startCluster(options);
  process.env.WORKFORCE_TEST_SPARK_REMOTE = cluster.remote;
  process.env.WORKFORCE_TEST_CATALOG_URI = cluster.catalogUri;
  process.env.WORKFORCE_TEST_SPARK_PID = String(cluster.sparkPid);
  return cluster;
}

/**
 * Starts Iceberg's REST catalog and Spark Connect on free ports, with a warehouse in a temporary folder and the catalog under the
 * name `lake` in Spark. The catalog and Spark 3.5 listen on all addresses of the machine, as they cannot be told otherwise.
 *
 * @param {{ readonly executors?: number; readonly token?: string; readonly heapMegabytes?: number }} [options] Executors are processes of their own, with a core each;
 *   without them Spark computes on one core of its own process. The token is what Spark asks for, from 4.1 on.
 * @returns {Promise<Cluster>}
 */
export async function startCluster({ executors, token, heapMegabytes = 1_500 } = {}) {
  const java = await ensureJava();
  const [catalogHome, sparkHome] = [await ensureJars("catalog"), await ensureJars(`spark-${sparkVersion()}`)];
  const folder = await mkdtemp(join(tmpdir(), "workforce-spark-"));
  const [catalogPort, sparkPort, uiPort] = [await freePort(), await freePort(), await freePort()];
  const catalogUri = `http://127.0.0.1:${catalogPort}`;
  const startCatalog = () =>
    startJava(java, "org.apache.iceberg.rest.RESTCatalogServer", {
      home: catalogHome,
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
      home: sparkHome,
      folder,
      options: [
        `-Xmx${heapMegabytes}m`,
        // Each statement is a plan to compile once: the thorough compiler costs more time than it saves.
        "-XX:TieredStopAtLevel=1",
        // As much as with the thorough compiler: a fifth of it, as without, is full after some hundred statements.
        "-XX:ReservedCodeCacheSize=240m",
        "-Duser.timezone=UTC",
        "-Djdk.reflect.useDirectMethodHandle=false",
        ...[...opened, ...openedInside].map((name) => `--add-opens=${name}=ALL-UNNAMED`),
        ...Object.entries({
          ...sparkProperties(catalogUri, sparkPort, folder),
          ...(executors !== undefined && executorProperties(executors, uiPort)),
          ...(token !== undefined && { "spark.connect.authenticate.token": token }),
        }).map(([key, value]) => `-D${key}=${value}`),
      ],
      // What the start of an executor needs, and its pages on this machine only.
      env: {
        SPARK_HOME: sparkHome,
        SPARK_SCALA_VERSION: scalaVersion,
        SPARK_WORKER_DIR: join(folder, "work"),
        SPARK_LOCAL_IP: "127.0.0.1",
      },
    });
  const running = { catalog: startCatalog(), spark: startSpark() };
  const stop = async () => {
    await Promise.all([running.catalog.kill(), running.spark.kill()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const isReady = (/** @type {Server} */ server) =>
    until(() => isOpen(server === "spark" ? sparkPort : catalogPort), running[server]);
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
    kill: (server) => running[server].kill(),
    restart: async (server) => {
      running[server] = server === "spark" ? startSpark() : startCatalog();
      await isReady(server);
    },
    sparkPid: running.spark.pid,
    uiUri: `http://127.0.0.1:${uiPort}`,
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
    // Spark 3.5 does not know it and listens on all addresses.
    "spark.connect.grpc.binding.address": "127.0.0.1",
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
 * A cluster of processes on this machine, which has so many tasks of each statement that their spread tells something.
 *
 * @param {number} executors
 * @param {number} uiPort
 * @returns {Record<string, string>}
 */
function executorProperties(executors, uiPort) {
  const tasks = String(tasksOfExecutor * executors);
  return {
    "spark.master": `local-cluster[${executors},1,${executorMegabytes}]`,
    "spark.executor.memory": `${executorMegabytes}m`,
    "spark.default.parallelism": tasks,
    "spark.sql.shuffle.partitions": tasks,
    "spark.sql.adaptive.coalescePartitions.enabled": "false",
    // Joins shuffle, as those of large tables do.
    "spark.sql.autoBroadcastJoinThreshold": "-1",
    "spark.ui.enabled": "true",
    "spark.ui.port": String(uiPort),
    "spark.ui.liveUpdate.period": "0",
  };
}

/**
 * @param {string} java
 * @param {string} mainClass
 * @param {{ home: string; folder: string; options: string[]; env: Record<string, string> }} start
 */
function startJava(java, mainClass, { home, folder, options, env }) {
  const name = mainClass.split(".").at(-1) ?? mainClass;
  const child = spawn(java, [...options, "-cp", join(home, "jars", "*"), mainClass], {
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
