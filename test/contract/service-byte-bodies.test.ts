import assert from "node:assert/strict";
import { startTestService, type TestService } from "../support/running-service.ts";

const path = "/v1alpha/data/table-sources/transactions/t-1/inputs/people.csv";

/** A body is read as its row says before the service looks for what it belongs to. */
suite("bodies of bytes", () => {
  let service: TestService;
  suiteSetup(async () => {
    service = await startTestService();
  });
  suiteTeardown(() => service.dispose());

  const form = (field: string) => {
    const data = [
      "--X",
      `Content-Disposition: form-data; name="${field}"; filename="people.csv"`,
      "Content-Type: text/csv",
      "",
      "a,b",
      "--X--",
      "",
    ];
    return { headers: { "content-type": "multipart/form-data; boundary=X" }, text: data.join("\r\n") };
  };
  const statusOf = async (method: string, url: string, body: { headers: Record<string, string>; text: string }) =>
    (await service.call(method, url, body)).status;

  test("are taken as a file in a form", async () => {
    assert.equal(await statusOf("PUT", path, form("file")), 404);
  });

  test("in a form without the file are refused by the name of the field", async () => {
    const answer = await service.call("PUT", path, form("other"));
    assert.equal(answer.status, 400);
    assert.match(answer.json<{ message: string }>().message, /needs a file in file/);
  });

  test("in place of a form are refused", async () => {
    const answer = await service.call("PUT", path, { headers: { "content-type": "text/csv" }, text: "a,b" });
    assert.equal(answer.status, 415);
  });

  test("of any type are taken where any is", async () => {
    for (const type of ["application/octet-stream", "text/csv", "application/zip"]) {
      const body = { headers: { "content-type": type }, text: "a,b" };
      assert.equal(await statusOf("PUT", "/v1/data/upload/files/people.csv", body), 307, type);
    }
  });

  test("are taken as they are, JSON and forms too", async () => {
    // The second one is read only once its session is found.
    for (const [method, url, status] of [
      ["PUT", "/v1/data/upload/files/people.csv", 307],
      ["PUT", "/v1/op/data-transfer-sessions/s-1/add?sourceId=1", 404],
    ] as const) {
      const body = { headers: { "content-type": "application/json" }, text: '[["id"],[9203817354237048492]' };
      assert.equal(await statusOf(method, url, body), status, url);
    }
    const form = { headers: { "content-type": "application/x-www-form-urlencoded" }, text: "%%%" };
    assert.equal(await statusOf("PUT", "/v1/data/upload/files/people.csv", form), 307);
  });

  test("that say that they are larger than their operation takes are refused before they are read", async () => {
    for (const [method, url, type, bytes, message] of [
      [
        "PUT",
        "/v1/op/data-transfer-sessions/s-1/add?sourceId=1",
        "application/json",
        10 * 1024 ** 2 + 1,
        /of 10 MB; send/,
      ],
      [
        "PUT",
        "/v1/data/upload/files/people.csv",
        "text/csv",
        500 * 1024 ** 2 + 1,
        /of 500 MB; load the file over SFTP/,
      ],
      [
        "PUT",
        "/v1/op/data-transfer-sessions/s-1/upload?sourceId=1",
        "multipart/form-data; boundary=X",
        3 * 1024 ** 3 + 64 * 1024 + 1,
        /The file is larger than the limit of 3 GB; split the file/,
      ],
    ] as const) {
      const answer = await service.call(method, url, {
        headers: { "content-type": type, "content-length": String(bytes), expect: "100-continue" },
      });
      assert.deepEqual([answer.status, answer.json().code], [413, "BODY_TOO_LARGE"]);
      assert.match(String(answer.json().message), message);
    }
  });
});
