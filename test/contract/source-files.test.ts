import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readlink, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { readZip } from "../../src/zip/read-zip.ts";
import { eventually } from "../support/eventually.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

const path = "/v1alpha/op/data/source-files";

suite("downloads of originals", () => {
  let test_: TestService;
  let intake: IntakeCaller;
  setup(async () => {
    test_ = await startTestService();
    intake = new IntakeCaller(test_);
  });
  teardown(() => test_.dispose());

  /**
   * Loads files of these names in one transaction, and returns their ids and the paths of their originals. Undefined
   * stands for a file without a name.
   */
  const load = async (...names: readonly (string | undefined)[]) => {
    const transaction = await intake.start();
    for (const [index, name] of names.entries()) {
      const answer = await test_.call("PUT", `/v1/data/directloads/prod/transactions/${transaction}/Employee`, {
        headers: { "content-type": "multipart/form-data; boundary=B" },
        text: [
          "--B",
          `Content-Disposition: form-data; name="file"${name === undefined ? "" : `; filename="${name}"`}`,
          "Content-Type: application/octet-stream",
          "",
          `EmployeeID,Effective_Date\nD-${index},2025-05-01`,
          "--B--",
          "",
        ].join("\r\n"),
      });
      assert.equal(answer.status, 200, answer.text);
    }
    const { jobId } = await intake.commit(transaction);
    const { uploads, intakeFiles } = test_.service.platform;
    const stored = await uploads.files("WFF_demo", { job: String(jobId) });
    assert.equal(stored.length, names.length);
    return stored.map(({ file }) => ({ id: file.id, original: intakeFiles.locate(file.original) }));
  };

  /** Sends a request and returns the response as soon as it begins. */
  const open = async (method: string, address: string, body = ""): Promise<IncomingMessage> => {
    const { apiKey, url } = test_.service.ready;
    const outgoing = request(new URL(address, url), {
      method,
      agent: false,
      headers: {
        apikey: apiKey,
        cookie: `ServiceASIDToken=${await test_.signIn()}`,
        ...(body !== "" && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
      },
    });
    outgoing.end(body);
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    return response;
  };

  const openAll = () => open("GET", path, JSON.stringify({ downloadAll: true }));

  const bytesOf = async (response: IncomingMessage) => {
    const pieces: Buffer[] = [];
    for await (const piece of response) {
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  };

  test("have a safe name of its own for each file", async () => {
    const long = `${"x".repeat(300)}.csv`;
    const files = await load(
      "employee.csv",
      "employee.csv",
      "Employee-2.csv",
      "employee.csv",
      "",
      undefined,
      "q:report.csv",
      "con.csv",
      long,
      "a?b*c<d>e|f.csv",
      `${"\u4eba".repeat(200)}.csv`,
    );
    const namesIn = async (response: IncomingMessage) => {
      assert.equal(response.statusCode, 200);
      const names: string[] = [];
      // Refuses names that are unsafe or equal.
      for await (const { name } of readZip(await bytesOf(response))) {
        names.push(name);
      }
      return names;
    };
    const expected = [
      "employee.csv",
      "employee-2.csv",
      "Employee-2-2.csv",
      "employee-3.csv",
      "_",
      "_-2",
      "q_report.csv",
      "_con.csv",
      long.slice(-240),
      "a_b_c_d_e_f.csv",
      `${"\u4eba".repeat(78)}.csv`,
    ];
    assert.deepEqual(await namesIn(await openAll()), expected);
    for (const [index, name] of [
      [4, "_"],
      [6, "q_report.csv"],
    ] as const) {
      assert.deepEqual(await namesIn(await open("GET", `${path}/${files[index]?.id}`)), [name]);
    }
  });

  test("fail by name for an original that is missing, and the service goes on", async () => {
    const [kept, lost] = await load("kept.csv", "lost.csv");
    await rm(lost?.original ?? "");
    for (const response of [await open("GET", `${path}/${lost?.id}`), await openAll()]) {
      assert.equal(response.statusCode, 500);
      const { code, message } = JSON.parse((await bytesOf(response)).toString());
      assert.equal(code, "DATA_UNUSABLE");
      assert.equal(
        message,
        `The original of the uploaded file ${lost?.id} is missing in the service's data folder. Restore it from a backup, or leave the file out.`,
      );
    }
    assert.equal((await open("GET", `${path}/${kept?.id}`)).statusCode, 200);
  });

  test("break off at an original that cannot be read, and the log says why", async () => {
    const [first, second] = await load("first.csv", "second.csv");
    await writeFile(first?.original ?? "", randomBytes(8 << 20));
    await rm(second?.original ?? "");
    await mkdir(second?.original ?? "");
    const response = await openAll();
    assert.equal(response.statusCode, 200);
    await assert.rejects(bytesOf(response), { code: "ECONNRESET" });
    assert.equal(response.complete, false);
    assert.ok(test_.log.some((line) => line.includes("EISDIR")));
  });

  if (process.platform === "linux") {
    test("close the original when the caller disconnects", async () => {
      const [file] = await load("employee.csv");
      const original = file?.original ?? "";
      await writeFile(original, randomBytes(32 << 20));
      const isOpen = async () => {
        const links = (await readdir("/proc/self/fd")).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ""));
        return (await Promise.all(links)).includes(original);
      };
      const response = await openAll();
      await once(response, "readable");
      assert.ok(await isOpen());
      response.destroy();
      await eventually(
        async () => ((await isOpen()) ? undefined : true),
        () => "the original is still open",
      );
    });
  }
});
