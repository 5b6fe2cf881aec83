import assert from "node:assert/strict";
import { parseServiceArguments, UsageError } from "../../../../src/service/process/arguments.ts";
import { createServiceArguments } from "../../../../src/service/process/start.ts";

suite("the arguments of the service's program", () => {
  test("are read as they are written", () => {
    const options = {
      dataFolder: "/somewhere",
      port: 8080,
      hasSample: true,
      people: 60,
      seed: 2,
      profile: "/profile.json",
      idleExitSeconds: 5,
      memoryLimit: "512MB",
      threads: 2,
      logFile: "/service.log",
      allowedHosts: ["db.example.com:5432", "10.0.0.5"],
      allowedFolders: ["/exchange"],
    };
    assert.deepEqual(parseServiceArguments(createServiceArguments(options)), options);
  });

  for (const [given, words] of [
    [[], "--data is missing"],
    [["--data", "d", "--people", "many"], "--people must be a whole number"],
    [["--data", "d", "--people", "5"], "from 10 to 2000000"],
    [["--data", "d", "--memory", "plenty"], "--memory must be a size"],
    [["--data", "d", "--colour", "red"], "--colour"],
    [["--data", "d", "--engine", "sparkle"], "--engine must be duckdb or spark"],
    [["--data", "d", "--catalog-uri", "http://127.0.0.1:1"], "--catalog-uri is for --engine spark"],
    [["--data", "d", "--engine", "spark", "--spark-remote", "sc://h"], "needs --spark-remote and --catalog-uri"],
    [
      ["--data", "d", "--engine", "spark", "--catalog-uri", "http://h", "--spark-remote", "sc://h/;token=secret"],
      "--spark-remote must have no token",
    ],
    [["--data", "d", "--allow-host", "http://db.example.com"], "--allow-host, or an entry of the setting"],
    [["--data", "d", "--allow-folder", "exchange"], "--allow-folder, or an entry of the setting"],
  ] as const) {
    test(`are refused where ${words}`, () => {
      assert.throws(
        () => parseServiceArguments(given),
        (error) => error instanceof UsageError && error.message.includes(words) && !error.message.includes("secret"),
      );
    });
  }
});
