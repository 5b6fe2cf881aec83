import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { defaultZipLimits, withZipEntries } from "../../src/zip/read-zip.ts";
import { sparkConnectJar, sparkVersion } from "../run/spark-jars.mjs";

/** Of Spark 4.0: the jar of 3.5 has neither the call nor its messages. */
const newer = /^(?:rpc )?ReleaseSession/;

suite("the messages of Spark Connect", () => {
  test("have Apache's names, numbers and types of fields", async () => {
    const jar = await sparkConnectJar();
    const theirs = await withZipEntries(jar, { ...defaultZipLimits, entries: 100_000 }, async (entries) => {
      const protos = entries.filter(({ name }) =>
        /^spark\/connect\/(?:base|commands|relations|types)\.proto$/.test(name),
      );
      assert.equal(protos.length, 4);
      return new Set((await Promise.all(protos.map(async (entry) => declarationsOf(await text(entry.open()))))).flat());
    });
    assert.ok(theirs.size > 300, `${theirs.size} declarations of Apache's`);
    const ours = declarationsOf(readFileSync(join("src", "spark-connect", "proto", "spark_connect.proto"), "utf8"));
    assert.ok(ours.length > 100, `${ours.length} declarations`);
    const missing = ours.filter((one) => !theirs.has(one));
    const expected = sparkVersion().startsWith("3.") ? ours.filter((one) => newer.test(one)) : [];
    assert.deepEqual(missing, expected);
  });

  test("are those of the generated code", () => {
    const proto = declarationsOf(readFileSync(join("src", "spark-connect", "proto", "spark_connect.proto"), "utf8"));
    const generated = readFileSync(join("src", "spark-connect", "generated", "spark_connect_pb.d.ts"), "utf8");
    const comments = new Set([...generated.matchAll(/@generated from field: (.+);/g)].map(([, field]) => field));
    const fields = proto.filter((one) => /= \d+$/.test(one) && !one.includes("INTERRUPT_TYPE"));
    for (const field of fields) {
      const [, type = "", name = "", number = ""] = /([\w.]+) (\w+) = (\d+)$/.exec(field) ?? [];
      const isThere = [...comments].some(
        (comment) => comment?.endsWith(`${name} = ${number}`) && comment.includes(type),
      );
      assert.ok(isThere, field);
    }
    assert.ok(fields.length > 80, `${fields.length} fields`);
  });
});

/** Fields and calls of a .proto file, each with the messages that it stands in, such as `Plan: Relation root = 1`. */
function declarationsOf(proto: string): readonly string[] {
  const comments = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  const options = /\s*\[[^\]]*\](?=;)/g;
  const plain = proto.replace(comments, "").replace(options, "");
  const found: string[] = [];
  const scopes: string[] = [];
  for (const [, opened, kind, field, closed, call] of plain.matchAll(
    /(?:(message|enum|oneof|service) (\w+)\s*\{)|((?:optional |repeated )?[\w.<>, ]+ ?= \d+);|(\})|(rpc [^{]+)\{/g,
  )) {
    if (opened !== undefined) {
      // The name of a oneof is no part of what travels.
      scopes.push(opened === "oneof" ? "" : (kind ?? ""));
    } else if (closed !== undefined) {
      scopes.pop();
    } else if (call !== undefined) {
      found.push(call.trim().replace(/\s+/g, " "));
      scopes.push("");
    } else if (field !== undefined) {
      found.push(`${scopes.filter(Boolean).join(".")}: ${field.trim().replace(/\s+/g, " ")}`);
    }
  }
  return found;
}
