import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSparkCluster } from "../../../../src/service/process/spark-options.ts";

const options = {
  remote: "sc://spark.example:443/;use_ssl=true",
  catalogUri: "https://catalog.example",
  catalog: "lake",
  namespace: "hr.workforce",
};
const names = ["WORKFORCE_SPARK_TOKEN", "WORKFORCE_SPARK_TOKEN_FILE", "WORKFORCE_CATALOG_TOKEN"];

suite("the cluster of a service on Spark", () => {
  teardown(() => {
    for (const name of names) {
      delete process.env[name];
    }
  });

  test("has its tokens from the environment, which loses them, and from files", async () => {
    process.env.WORKFORCE_CATALOG_TOKEN = "of the catalog";
    const folder = await mkdtemp(join(tmpdir(), "workforce-token-"));
    await writeFile(join(folder, "token"), "of Spark\n");
    process.env.WORKFORCE_SPARK_TOKEN_FILE = join(folder, "token");
    const { token, catalog } = await readSparkCluster(options);
    assert.deepEqual([token, catalog.token], ["of Spark", "of the catalog"]);
    assert.deepEqual(catalog.namespace, ["hr", "workforce"]);
    assert.equal(process.env.WORKFORCE_CATALOG_TOKEN, undefined);
    await rm(folder, { recursive: true });
    await assert.rejects(readSparkCluster(options), /The file of WORKFORCE_SPARK_TOKEN_FILE cannot be read/);
  });

  test("is refused without TLS on another machine, and the message has no token", async () => {
    process.env.WORKFORCE_SPARK_TOKEN = "secret-token";
    await assert.rejects(
      readSparkCluster({ ...options, remote: "sc://spark.example:15002/;use_ssl=false" }),
      (error: Error) => /--spark-remote: .*without TLS/.test(error.message) && !error.message.includes("secret"),
    );
  });
});
