import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openSession } from "../../src/lakehouse/spark-cluster.ts";
import type { SparkValue } from "../../src/spark-connect/arrow-values.ts";
import { parseSparkRemote } from "../../src/spark-connect/spark-remote.ts";
import { SparkSession } from "../../src/spark-connect/spark-session.ts";
import { sparkVersion } from "../run/spark-jars.mjs";
import { isOrdered, readAnswers, type SparkAnswer } from "../unit/service/spark/spark-answers.ts";
import { testCluster } from "./test-cluster.ts";

/** A statement whose answer is not the recorded one of Spark 3.5, and what Spark calls a column in place of the recorded name. */
interface Difference {
  readonly topic: string;
  readonly statement: string;
  readonly recorded: string;
  readonly name: string;
}

/**
 * All that differs, by version of Spark. Only names that Spark makes up for columns without an alias do: since 4.0 it keeps BETWEEN as
 * a function, and writes the ESCAPE of a LIKE.
 */
const differences: Readonly<Record<string, readonly Difference[]>> = {
  "3.5": [],
  "4.1": [
    {
      topic: "corners",
      statement:
        "SELECT name LIKE 'A%', name RLIKE 'n', id IN (1), id NOT IN (1), id BETWEEN 0 AND 9, name IS NOT NULL, NOT active, active AND true, id <=> 1, id % 2, id DIV 2, tags[0], place.city FROM person JOIN item USING (id) WHERE id = 1",
      recorded: "((id >= 0) AND (id <= 9))",
      name: "between(id, 0, 9)",
    },
    {
      topic: "select",
      statement:
        "SELECT id + 1, -id, id * 2.5, name || 'x', id = 1, NOT active, id != 2, name IS NULL, id BETWEEN 1 AND 2, dept IN ('IT', 'HR'), name LIKE 'A%' FROM person WHERE id = 1",
      recorded: "((id >= 1) AND (id <= 2))",
      name: "between(id, 1, 2)",
    },
    {
      topic: "select",
      statement: "SELECT s LIKE '10\\%', s LIKE '10!%' ESCAPE '!', s LIKE '1_%' FROM VALUES ('10%'), ('10x') AS t(s)",
      recorded: "s LIKE 10!%",
      name: "s LIKE 10!% ESCAPE '!'",
    },
  ],
};

suite("recorded answers through the client of Spark Connect", function () {
  this.timeout(300_000);
  let session: SparkSession;
  const differing = differences[sparkVersion()] ?? [];

  suiteSetup(async () => {
    session = new SparkSession(parseSparkRemote(testCluster().remote));
    await openSession(session);
    assert.ok((await session.version()).startsWith(`${sparkVersion()}.`));
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
        await compare(expectedAnswer(topic, answer));
      }
    });
  }

  test(`are 477, all but ${differing.length} of them the same on this Spark`, () => {
    assert.equal([...answers.values()].flat().length, 477);
    for (const { topic, statement, recorded, name } of differing) {
      const found = answers.get(topic)?.filter((answer) => answer.statement === statement) ?? [];
      assert.deepEqual(
        found.map(({ columns = [] }) => columns.filter(([column]) => column === recorded).length),
        [1],
        `${recorded} is a column of one recorded answer`,
      );
      assert.notEqual(name, recorded);
    }
  });

  /** The recorded answer with the names of this Spark. */
  function expectedAnswer(topic: string, answer: SparkAnswer): SparkAnswer {
    const columns = answer.columns?.map(([recorded, type]) => {
      const difference = differing.find(
        (one) => one.topic === topic && one.statement === answer.statement && one.recorded === recorded,
      );
      return [difference?.name ?? recorded, type] as const;
    });
    return { ...answer, ...(columns && { columns }) };
  }

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
