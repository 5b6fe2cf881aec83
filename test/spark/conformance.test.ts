import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SparkValue } from "../../src/spark-connect/arrow-values.ts";
import { parseSparkRemote } from "../../src/spark-connect/spark-remote.ts";
import { SparkSession } from "../../src/spark-connect/spark-session.ts";
import { isOrdered, readAnswers, type SparkAnswer } from "../unit/service/spark/spark-answers.ts";
import { testCluster } from "./test-cluster.ts";

suite("recorded answers through the client of Spark Connect", function () {
  this.timeout(300_000);
  let session: SparkSession;

  suiteSetup(async () => {
    session = new SparkSession(parseSparkRemote(testCluster().remote));
    await session.configure({
      "spark.sql.ansi.enabled": "false",
      "spark.sql.session.timeZone": "UTC",
      "spark.sql.shuffle.partitions": "1",
    });
    for (const text of readFileSync(join("test", "fixtures", "spark", "tables.sql"), "utf8").split(/;[ \t]*\n/)) {
      const [, name, query] = /^\s*(\w+):([\s\S]*)$/.exec(text) ?? [];
      if (name !== undefined) {
        await session.command(`CREATE OR REPLACE TEMPORARY VIEW ${name} AS ${query}`);
      }
    }
  });

  suiteTeardown(() => session.close());

  const answers = readAnswers();

  for (const [topic, recorded] of answers) {
    test(`are the same for the statements about ${topic}, with their names and types`, async () => {
      for (const answer of recorded) {
        await compare(answer);
      }
    });
  }

  test("are 468", () => {
    assert.equal([...answers.values()].flat().length, 468);
  });

  async function compare({ statement, columns, rows = [], error }: SparkAnswer): Promise<void> {
    assert.equal(error, undefined, statement);
    const answer = await session.query(statement);
    const types = answer.columns.map(({ type }) => type);
    const names = answer.columns.map(({ name, type }) => [name, type]);
    assert.deepEqual(names, columns, statement);
    const encoded = answer.rows.map((row) => row.map((value, index) => encode(value, types[index] ?? "")));
    if (isOrdered(statement)) {
      assert.deepEqual(encoded, rows, statement);
    } else {
      assert.deepEqual(sorted(encoded), sorted(rows), statement);
    }
  }
});

/** Encodes a value as `record.py` does. */
function encode(value: SparkValue, type: string): unknown {
  if (value instanceof Uint8Array) {
    return Buffer.from(value).toString("hex");
  }
  if (typeof value === "bigint") {
    if (type.startsWith("interval")) {
      const seconds = String(Number(value) / 1e6);
      return `${seconds.includes(".") ? seconds : `${seconds}.0`}s`;
    }
    return value < 2n ** 53n && value > -(2n ** 53n) ? Number(value) : String(value);
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    return String(value).toLowerCase().replace("infinity", "inf");
  }
  if (!isList(value)) {
    return value;
  }
  if (type.startsWith("map<")) {
    const entries = value.map((entry) => encode(entry, "struct"));
    return entries.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  // A map inside has no type of its own here, and none of the recorded ones does.
  return value.map((element) => encode(element, type.startsWith("array<map<") ? type.slice(6) : ""));
}

function isList(value: SparkValue): value is readonly SparkValue[] {
  return Array.isArray(value);
}

function sorted(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
