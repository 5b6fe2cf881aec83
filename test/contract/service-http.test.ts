import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { computeInstanceProof } from "../../src/service/process/start.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

const tables = "/v1alpha/data/table-sources/tables";
const reports = "/v1alpha/reporting/reports";

suite("the embedded service over HTTP", () => {
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService({ hasSample: false });
  });
  suiteTeardown(() => test_.dispose());

  test("answers only to this machine's own names", async () => {
    const { port } = new URL(test_.service.ready.url);
    for (const host of ["attacker.example", `attacker.example:${port}`, "127.0.0.1", `127.0.0.1:${Number(port) + 1}`]) {
      const answer = await test_.call("GET", tables, { headers: { host } });
      assert.equal(answer.status, 403, host);
      assert.equal(answer.json().code, "HOST_REFUSED");
    }
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
      assert.equal((await test_.call("GET", tables, { headers: { host } })).status, 200, host);
    }
  });

  test("refuses a request with two Host headers, which two readers may read as two", async () => {
    const { port, hostname } = new URL(test_.service.ready.url);
    const own = `${hostname}:${port}`;
    for (const hosts of [
      [own, "attacker.example"],
      ["attacker.example", own],
      [own, own],
    ]) {
      const head = `GET ${tables} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join("")}connection: close\r\n\r\n`;
      const answer = await exchange(head);
      assert.match(answer, /^HTTP\/1\.1 400 /);
      assert.match(answer, /HOST_AMBIGUOUS/);
    }
  });

  /** What comes back for a request that is written as it is, until the service ends the connection. */
  function exchange(text: string): Promise<string> {
    const { port, hostname } = new URL(test_.service.ready.url);
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.on("data", (chunk: Buffer) => chunks.push(chunk));
      socket.once("error", reject);
      socket.once("close", () => resolve(Buffer.concat(chunks).toString()));
    });
  }

  test("gives a body up that stops coming, also of nobody who signed in, and none that moves", async () => {
    const { apiKey, url } = test_.service.ready;
    const { host, port, hostname } = new URL(url);
    const cookie = `ServiceASIDToken=${await test_.signIn()}`;
    const form = "content-type: application/x-www-form-urlencoded\r\ncontent-length: 1000";
    const json = `content-type: application/json\r\ntransfer-encoding: chunked\r\napikey: ${apiKey}\r\ncookie: ${cookie}`;
    for (const [head, more] of [
      [`POST /v1/admin/serviceSecureToken HTTP/1.1\r\nhost: ${host}\r\n${form}\r\n\r\nuser`, "x"],
      [`POST /v1/data/query/sql HTTP/1.1\r\nhost: ${host}\r\n${json}\r\n\r\n1\r\n{\r\n`, "1\r\n \r\n"],
    ] as const) {
      let answer = "";
      const socket = connect(Number(port), hostname);
      const answered = new Promise<void>((resolve) => {
        socket.on("data", (chunk: Buffer) => {
          answer += chunk;
          resolve();
        });
      });
      const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
      // The answer to a later request says that the service has seen what was written before.
      const seen = () => test_.send("GET", "/internal/alive");
      socket.write(head);
      await seen();
      for (let minute = 0; minute < 3; minute++) {
        socket.write(more);
        await seen();
        await test_.clock.advance(60_000);
        await seen();
        assert.equal(answer, "");
      }
      await test_.clock.advance(60_000);
      await answered;
      assert.match(answer, /^HTTP\/1\.1 408 .*BODY_STALLED/s);
      await test_.clock.advance(10_000);
      await closed;
    }
  });

  test("listens on the loopback address alone", async () => {
    const { port, hostname } = new URL(test_.service.ready.url);
    assert.equal(hostname, "127.0.0.1");
    const others = Object.values(networkInterfaces())
      .flatMap((addresses = []) => addresses)
      .filter(({ address, internal, family }) => !internal && family === "IPv4" && address !== "127.0.0.1");
    for (const { address } of [...others, { address: "127.0.0.2" }]) {
      const outcome = await new Promise((resolve) => {
        const socket = connect({ host: address, port: Number(port) });
        socket.once("connect", () => resolve("connected"));
        socket.once("error", () => resolve("refused"));
      });
      assert.equal(outcome, "refused", address);
    }
  });

  test("answers every failure in one shape with an id that the log has", async () => {
    const answer = await test_.call("GET", `${tables}/nothing`);
    const { rci, ...rest } = answer.json<Record<string, unknown>>();
    const message = 'The tenant WFF_demo has no table source "nothing".';
    assert.deepEqual(rest, { localizedMessage: message, message, code: "TABLE_SOURCE_UNKNOWN", userError: true });
    assert.ok(test_.log.some((line) => JSON.parse(line).rci === rci && line.includes("TABLE_SOURCE_UNKNOWN")));
  });

  test("answers 404 for a route that it does not have, without what was asked of it", async () => {
    const answer = await test_.call("GET", "/v2/nothing?password=1");
    assert.equal(answer.status, 404);
    assert.equal(answer.json().message, "There is no operation GET /v2/nothing.");
    assert.equal((await test_.call("GET", "/%")).json().code, "REQUEST_MALFORMED");
  });

  test("names the field of a query that does not fit", async () => {
    for (const [query, field] of [
      ["limit=many", "limit must be a whole number, but is text"],
      ["limit=1.5", "limit must be a whole number, but is a fraction"],
      ["limit=", "limit must be a whole number, but is an empty text"],
      ["limit=0", "limit must be at least 1, but is a smaller number"],
      ["limit=1&limit=2", "limit must be a whole number, but is a list"],
      ["start=-1", "start must be at least 0, but is a smaller number"],
    ]) {
      const answer = await test_.call("GET", `${tables}?${query}`);
      assert.equal(answer.status, 400, query);
      assert.equal(answer.json().message, `The request is invalid: query parameter ${field}.`);
    }
  });

  test("names the field of a body that does not fit, deep in a filter that holds filters", async () => {
    const filters = [{ advanced: { operation: "NOT", filters: [{ advanced: { filters: [{ formula: 7 }] } }] } }];
    const json = { query: { source: { metric: "a" }, filters, timeIntervals: {} } };
    const answer = await test_.call("POST", "/v1/data/query/aggregate", { json });
    assert.equal(answer.status, 400);
    assert.equal(
      answer.json().message,
      "The request is invalid: body query.filters[0].advanced.filters[0].advanced.filters[0].formula must be text, but is a whole number.",
    );
  });

  test("refuses a body that is nested too deep, and quotes no long text in full", async () => {
    const source = { analyticObject: "Employee" };
    const columns = [{ columnDefinition: { effectiveDateProperty: {} } }];
    let filter: unknown = { formula: "Age > 1" };
    for (let depth = 0; depth < 500; depth++) {
      filter = { advanced: { operation: "NOT", filters: [filter] } };
    }
    const ask = (given: unknown) =>
      test_.call("POST", "/v1/data/query/list", {
        json: { source, columns, filters: [given], timeInterval: { fromInstant: "1717200000000" } },
      });
    const deep = await ask(filter);
    assert.equal(deep.status, 400);
    assert.equal(deep.json().message, "The body is nested more than 400 levels deep.");
    const long = await ask({ formula: "(".repeat(100_000) });
    assert.equal(long.status, 400);
    assert.ok(long.text.length < 10_000);
    const query = `SELECT Full_Name FROM Employee WHERE ${"(".repeat(50_000)}`;
    const brackets = await test_.call("POST", "/v1/data/query/sql", { json: { query } });
    assert.equal(brackets.status, 400);
    assert.match(String(brackets.json().message), /\nand at least \d+ more\.$/);
  });

  test("refuses more search strings than an answer may hold", async () => {
    const search = (count: number) =>
      test_.call("POST", "/v1alpha/search/service-objects", { json: { query: Array(count).fill("ab") } });
    assert.equal((await search(1001)).status, 400);
    assert.equal((await search(1000)).json<{ results: unknown[] }>().results.length, 1000);
  });

  test("takes a body as it is: a number as text is no number", async () => {
    const answer = await test_.call("POST", "/v1alpha/search/service-objects", { json: { query: ["ab"], limit: "5" } });
    assert.equal(answer.json().message, "The request is invalid: body limit must be a whole number, but is text.");
  });

  test("refuses a body that is missing, no JSON, of another type or too large", async () => {
    assert.equal((await test_.call("POST", reports)).status, 400);
    const asForm = await test_.call("POST", reports, { form: { title: "A" } });
    assert.equal(asForm.status, 415);
    assert.equal(asForm.json().code, "BODY_UNFIT");
    const xml = await test_.call("POST", reports, { json: {}, headers: { "content-type": "application/xml" } });
    assert.equal(xml.status, 415);
    const broken = await test_.call("POST", reports, {
      form: { "{": "" },
      headers: { "content-type": "application/json" },
    });
    assert.equal(broken.status, 400);
    assert.equal(broken.json().code, "REQUEST_MALFORMED");
    const large = await test_.call("POST", reports, { json: { title: "x".repeat(11 * 1024 * 1024) } });
    assert.equal(large.status, 413);
    assert.equal(large.json().code, "BODY_TOO_LARGE");
  });

  test("takes JSON from a form field where the operation has one, and nowhere else", async () => {
    const credentials = "/v1/op/data-connector-credentials";
    const send = async (path: string, form: Record<string, string>) => {
      const { status, ...answer } = await test_.call("POST", path, { form });
      return [status, answer.json().message] as const;
    };
    // What fits is read: the operation itself finds that a part is missing.
    const [status, message] = await send(credentials, {
      model: '{"dataProviderMetadata":{"canChildrenInherit":true}}',
    });
    assert.equal(status, 400);
    assert.match(String(message), /dataProviderAuthParams/);
    const misfits: readonly [Record<string, string>, RegExp][] = [
      [{ model: '{"dataProviderMetadata":{"canChildrenInherit":"yes"}}' }, /dataProviderMetadata\.canChildrenInherit/],
      [{ model: "no JSON" }, /form field model must hold JSON/],
      [{ other: "{}" }, /form field model must hold JSON/],
    ];
    for (const [form, problem] of misfits) {
      const [status, message] = await send(credentials, form);
      assert.equal(status, 400);
      assert.match(String(message), problem);
    }
    assert.equal((await send(reports, { model: '{"title":"Form"}' }))[0], 415);
  });

  test("answers 406 to a caller who takes nothing that the operation answers", async () => {
    const answer = await test_.call("GET", tables, { headers: { accept: "text/csv, image/*;q=0.5" } });
    assert.equal(answer.status, 406);
    for (const accept of ["*/*", "application/*", "application/json;q=0.1, text/csv"]) {
      assert.equal((await test_.call("GET", tables, { headers: { accept } })).status, 200, accept);
    }
  });

  test("answers 406 in place of an error to a caller of a flat form who does not take JSON", async () => {
    const path = "/v1alpha/reporting/report-data/nothing";
    const told = await test_.call("GET", path, { headers: { accept: "text/csv, application/json" } });
    assert.equal(told.status, 404);
    const untold = await test_.call("GET", path, { headers: { accept: "text/csv" } });
    assert.equal(untold.status, 406);
    const stranger = await test_.send("GET", path, { headers: { accept: "text/csv" } });
    assert.equal(stranger.status, 401);
  });

  test("refuses to act on a tenant that the login tenant does not manage", async () => {
    const answer = await test_.call("GET", tables, { headers: { TargetTenantID: "WFF_other" } });
    assert.equal(answer.status, 404);
    assert.equal(answer.json().code, "TENANT_UNKNOWN");
    const own = await test_.call("GET", tables, { headers: { TargetTenantID: "WFF_demo" } });
    assert.equal(own.status, 200);
  });

  test("refuses a ProjectID that is no UUID or of no project", async () => {
    const search = { json: { query: ["ab"] } };
    const bad = await test_.call("POST", "/v1alpha/search/service-objects", { ...search, headers: { ProjectID: "x" } });
    assert.equal(bad.status, 400);
    const ProjectID = "00000000-0000-4000-8000-000000000000";
    const unknown = await test_.call("POST", "/v1alpha/search/service-objects", { ...search, headers: { ProjectID } });
    assert.equal(unknown.status, 404);
    assert.equal(unknown.json().code, "PROJECT_UNKNOWN");
  });

  test("proves to a window that it is the service of its file, and says nothing that another could use", async () => {
    const { url, instance } = test_.service.ready;
    const challenge = randomBytes(32).toString("base64url");
    const answer = await test_.send("GET", `/internal/alive?challenge=${challenge}`);
    const proof = computeInstanceProof(instance, challenge, Number(new URL(url).port));
    assert.deepEqual(answer.json(), { pid: process.pid, proof });
    assert.ok(!answer.text.includes(instance) && !test_.log.join("").includes(instance));
    for (const query of ["", "?challenge=", "?challenge=short", `?challenge=${challenge}&challenge=${challenge}`]) {
      assert.equal((await test_.send("GET", `/internal/alive${query}`)).status, 400, query);
    }
  });
});
