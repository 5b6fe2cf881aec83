import assert from "node:assert/strict";
import { connect } from "node:net";
import { startTestService, type TestService } from "../support/running-service.ts";

const megabyte = 1024 * 1024;

/** A caller who writes the whole body before reading anything sees the refusal, not a closed connection. */
suite("bodies that the service does not want", () => {
  let test_: TestService;
  let proof: string;
  suiteSetup(async () => {
    test_ = await startTestService();
    proof = `apikey: ${test_.service.ready.apiKey}\r\ncookie: ServiceASIDToken=${await test_.signIn()}\r\n`;
  });
  suiteTeardown(() => test_.dispose());

  /** What comes back, as many answers as are waited for, when all is written first and nothing read before, as simple clients do. */
  function answerTo(head: string, pieces: readonly Buffer[], count = 1): Promise<string> {
    const { port } = new URL(test_.service.ready.url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), "127.0.0.1");
      let answer = "";
      socket.on("error", reject);
      socket.on("close", () => resolve(answer));
      socket.pause();
      socket.write(`${head}Host: 127.0.0.1:${port}\r\n${proof}\r\n`);
      const writeNext = (index: number) => {
        const piece = pieces[index];
        if (piece) {
          socket.write(piece, () => writeNext(index + 1));
          return;
        }
        socket.on("data", (chunk: Buffer) => {
          answer += chunk.toString("latin1");
          if (answer.split("HTTP/1.1 ").length > count && answer.endsWith("}")) {
            socket.end();
          }
        });
        socket.resume();
      };
      writeNext(0);
    });
  }

  const bytes = (count: number) => Array.from({ length: count }, () => Buffer.alloc(megabyte, "x"));

  test("of 11 MB with a length are refused with a 413 that arrives", async () => {
    for (const count of [11, 40]) {
      const head = `POST /v1alpha/reporting/reports HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${count * megabyte}\r\n`;
      const answer = await answerTo(head, bytes(count));
      assert.match(answer, /^HTTP\/1\.1 413 /);
      assert.match(answer, /"code":"BODY_TOO_LARGE"/);
    }
  });

  test("of 11 MB in chunks are refused with a 413 that arrives", async () => {
    const head = "POST /v1/op/jobs/cancel HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
    const chunks = bytes(12).map((piece) => Buffer.concat([Buffer.from("100000\r\n"), piece, Buffer.from("\r\n")]));
    const answer = await answerTo(head, [...chunks, Buffer.from("0\r\n\r\n")]);
    assert.match(answer, /^HTTP\/1\.1 413 /);
  });

  test("of a GET are refused with a 413 that arrives", async () => {
    const head = `GET /v1alpha/op/data/source-files HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${12 * megabyte}\r\n`;
    assert.match(await answerTo(head, bytes(12)), /^HTTP\/1\.1 413 /);
  });

  test("in an archive that is too large are refused with a 413 that arrives", async () => {
    const project = await test_.call("POST", "/v1/admin/projects", { json: { name: "Large" } });
    const path = `/v1/admin/projects/${project.json<{ id: string }>().id}/commits`;
    const head = `PUT ${path} HTTP/1.1\r\nContent-Type: application/zip\r\nContent-Length: ${20 * megabyte}\r\n`;
    assert.match(await answerTo(head, bytes(20)), /^HTTP\/1\.1 413 /);
  });

  test("in a form for a transaction that is not there are answered with that", async () => {
    const start = Buffer.from('--X\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
    const end = Buffer.from("\r\n--X--\r\n");
    const length = start.length + 12 * megabyte + end.length;
    const path = "/v1/data/directloads/prod/transactions/t-1/Employee";
    const head = `PUT ${path} HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=X\r\nContent-Length: ${length}\r\n`;
    assert.match(await answerTo(head, [start, ...bytes(12), end]), /^HTTP\/1\.1 404 /);
  });

  test("leave the connection to the next request", async () => {
    const count = 11;
    const head = `POST /v1alpha/reporting/reports HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${count * megabyte}\r\n`;
    const { port } = new URL(test_.service.ready.url);
    const next = Buffer.from(
      `GET /v1/admin/projects HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${proof}Connection: close\r\n\r\n`,
    );
    const answer = await answerTo(head, [...bytes(count), next], 2);
    assert.match(answer, /^HTTP\/1\.1 413 [\s\S]*HTTP\/1\.1 200 /);
  });
});
