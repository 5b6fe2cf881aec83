import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../support/eventually.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";

/** A request as a client sends it. `KEY`, `CLIENT` and `{name}` stand for what only a running service can know: `{clientSecret}`, `{username}`, `{password}` and what was kept. */
interface SentRequest {
  /** `POST /v1/admin/projects`, with the query. */
  readonly line: string;
  /** The API key and the cookie of the signed-in user are added unless one of the three credential headers is written. */
  readonly headers?: Readonly<Record<string, string>>;
  /** An object or array is sent as JSON, a text as it is. */
  readonly body?: unknown;
}

/**
 * What has to come back. Objects of the body may have more fields than are written, arrays may not have more items.
 * `{ "$keep": "name" }` takes any value and keeps it for later requests; `{ "$absent": true }` is a field that must not be there;
 * `{ "$matches": "pattern" }` is a text that fits the regular expression.
 */
interface ExpectedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Step {
  readonly request: SentRequest;
  /** A GET that is sent again and again, for 20 seconds at most, until its body fits: as a client waits for a job to end. Then the answer is checked. */
  readonly until?: unknown;
  readonly answer: ExpectedAnswer;
}

interface Exchange {
  readonly name: string;
  readonly steps: readonly Step[];
}

interface ExchangeFile {
  /** Where the specification says so, or which client sends it. */
  readonly source: string;
  /** The deployment profile that the service is started with. */
  readonly profile?: unknown;
  readonly exchanges: readonly Exchange[];
}

const folder = join(process.cwd(), "test/fixtures/exchanges");

for (const fileName of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
  const { profile, exchanges }: ExchangeFile = JSON.parse(readFileSync(join(folder, fileName), "utf8"));

  suite(`literal exchanges: ${fileName.replace(".json", "")}`, () => {
    let test_: TestService;
    let profileFolder: string | undefined;
    let known: Map<string, string>;

    suiteSetup(async function () {
      this.timeout(60_000);
      if (profile) {
        profileFolder = await mkdtemp(join(tmpdir(), "workforce-profile-"));
        const profileFile = join(profileFolder, "profile.json");
        await writeFile(profileFile, JSON.stringify(profile));
        test_ = await startTestService({ profile: profileFile });
      } else {
        test_ = await startTestService();
      }
    });
    suiteTeardown(async () => {
      await test_.dispose();
      if (profileFolder) {
        await rm(profileFolder, { recursive: true });
      }
    });
    setup(() => {
      const { apiKey, clientId, clientSecret, username, password } = test_.service.credentials;
      known = new Map(Object.entries({ KEY: apiKey, CLIENT: clientId, clientSecret, username, password }));
    });

    for (const { name, steps } of exchanges) {
      test(name, async () => {
        for (const { request, until, answer } of steps) {
          const received = until === undefined ? await send(request) : await poll(request, until);
          assert.equal(received.status, answer.status, `${request.line}: ${received.text}`);
          for (const [header, value] of Object.entries(answer.headers ?? {})) {
            assert.equal(received.headers[header.toLowerCase()], value, `${request.line}: ${header}`);
          }
          if (answer.body !== undefined) {
            match(typeof answer.body === "string" ? received.text : received.json(), answer.body, request.line);
          }
        }
      }).timeout(60_000);
    }

    function poll(request: SentRequest, until: unknown): Promise<TestAnswer> {
      assert.match(request.line, /^GET /, "only a GET may be sent again");
      let last = "";
      return eventually(
        async () => {
          const received = await send(request);
          last = received.text;
          return received.status === 200 && fits(received.json(), until) ? received : undefined;
        },
        () => `${request.line}: ${last}`,
      );
    }

    async function send({ line, headers, body }: SentRequest): Promise<TestAnswer> {
      const [method = "", path = ""] = fill(line).split(" ");
      const written = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
      const content = {
        headers: {
          ...(written !== undefined && { "content-type": "application/json" }),
          ...(headers &&
            Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), fill(value)]))),
        },
        ...(written !== undefined && { text: fill(written) }),
      };
      return headers &&
        Object.keys(headers).some((key) => ["apikey", "authorization", "cookie"].includes(key.toLowerCase()))
        ? test_.send(method, path, content)
        : test_.call(method, path, content);
    }

    function fill(text: string): string {
      return text.replace(
        /\{(\w+)\}|\b(KEY|CLIENT)\b/g,
        (whole, name?: string, word?: string) => known.get(name ?? word ?? "") ?? whole,
      );
    }

    function fits(actual: unknown, expected: unknown): boolean {
      try {
        match(actual, expected, "until");
        return true;
      } catch (error) {
        if (error instanceof assert.AssertionError) {
          return false;
        }
        throw error;
      }
    }

    function match(actual: unknown, expected: unknown, place: string): void {
      if (Array.isArray(expected)) {
        assert.ok(Array.isArray(actual), `${place}: is no array`);
        assert.equal(actual.length, expected.length, `${place}: ${JSON.stringify(actual)}`);
        for (const [index, item] of expected.entries()) {
          match(actual[index], item, `${place}/${index}`);
        }
        return;
      }
      if (typeof expected !== "object" || expected === null) {
        assert.deepEqual(actual, expected, place);
        return;
      }
      const { $keep, $absent, $matches, ...fields } = expected as Record<string, unknown>;
      if ($absent === true) {
        assert.equal(actual, undefined, place);
      } else if (typeof $keep === "string") {
        assert.ok(actual !== undefined && actual !== null, `${place}: is missing`);
        known.set($keep, String(actual));
      } else if (typeof $matches === "string") {
        assert.match(String(actual), new RegExp($matches), place);
      } else {
        assert.ok(typeof actual === "object" && actual !== null, `${place}: is no object`);
        for (const [key, value] of Object.entries(fields)) {
          match((actual as Record<string, unknown>)[key], value, `${place}/${key}`);
        }
      }
    }
  });
}
