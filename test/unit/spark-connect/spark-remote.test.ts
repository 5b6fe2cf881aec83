import assert from "node:assert/strict";
import { parseSparkRemote } from "../../../src/spark-connect/spark-remote.ts";

suite("the address of Spark", () => {
  test("is what Spark Connect's clients take", () => {
    assert.deepEqual(parseSparkRemote("sc://spark.example:443/;use_ssl=true;token=a%3Db;user_id=me;x-header=1"), {
      baseUrl: "https://spark.example:443",
      address: "spark.example:443",
      token: "a=b",
      userId: "me",
      headers: [["x-header", "1"]],
      setAddress: "workforce.spark.remote",
      setToken: 'Set it with "Workforce: Set Spark Token..."',
    });
    assert.equal(parseSparkRemote("sc://localhost").baseUrl, "http://localhost:15002");
    assert.equal(parseSparkRemote("sc://[::1]:7").baseUrl, "http://[::1]:7");
    assert.equal(parseSparkRemote("sc://spark.example", "t").baseUrl, "https://spark.example:15002");
    assert.equal(parseSparkRemote("sc://127.0.0.1:7", "t").token, "t");
  });

  test("is refused without TLS on another machine, also with a token", () => {
    for (const text of [
      "sc://spark.example:15002",
      "sc://10.0.0.1",
      "sc://spark.example/;use_ssl=false;token=t",
      "sc://127.0.0.1.example",
    ]) {
      assert.throws(() => parseSparkRemote(text), /without TLS.*use_ssl=true/, text);
    }
    assert.throws(() => parseSparkRemote("sc://spark.example/;use_ssl=false", "t"), /without TLS/);
  });

  test("is refused in another form, and the message has nothing of it", () => {
    for (const text of [
      "",
      "http://secret",
      "sc://",
      "sc://h:99999",
      "sc://h/path;token=secret",
      "sc://h/;=secret",
      "sc://h/;use_ssl=secret",
      "sc://h/;a=%secret",
    ]) {
      assert.throws(
        () => parseSparkRemote(text),
        (error: Error) => !error.message.includes("secret"),
        text,
      );
    }
  });
});
