import { readFile } from "node:fs/promises";
import type { SparkCluster } from "../../lakehouse/spark-cluster.ts";
import { parseSparkRemote } from "../../spark-connect/spark-remote.ts";
import { UsageError } from "./arguments.ts";
import type { SparkOptions } from "./start.ts";

/**
 * Reads the tokens of a cluster from the environment, `WORKFORCE_SPARK_TOKEN` and `WORKFORCE_CATALOG_TOKEN`, or from the
 * files that `WORKFORCE_SPARK_TOKEN_FILE` and `WORKFORCE_CATALOG_TOKEN_FILE` name. Throws a `UsageError` for an address
 * that is not one, or that would send tokens or rows unencrypted to another machine.
 */
export async function readSparkCluster({
  remote,
  catalogUri,
  catalog,
  warehouse,
  namespace,
}: SparkOptions): Promise<SparkCluster> {
  const token = await readToken("WORKFORCE_SPARK_TOKEN");
  try {
    parseSparkRemote(remote, token);
  } catch (error) {
    throw new UsageError(`--spark-remote: ${error instanceof Error ? error.message : "wrong"}`, { cause: error });
  }
  return {
    remote,
    token,
    catalogName: catalog,
    catalog: {
      uri: catalogUri,
      token: await readToken("WORKFORCE_CATALOG_TOKEN"),
      warehouse,
      namespace: namespace.split("."),
      settings: {
        setAddress: "--catalog-uri",
        setToken: "Set the tokens by WORKFORCE_SPARK_TOKEN and WORKFORCE_CATALOG_TOKEN",
      },
    },
  };
}

/** Takes a token out of the environment, so that no program that the service starts gets it. */
async function readToken(name: string): Promise<string | undefined> {
  const { [name]: token, [`${name}_FILE`]: file } = process.env;
  delete process.env[name];
  if (token !== undefined || file === undefined) {
    return token;
  }
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    throw new UsageError(`The file of ${name}_FILE cannot be read.`, { cause: error });
  }
}
