import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { type RunningService, startService } from "../../../src/service/process/service.ts";
import { hashPassword } from "../../../src/service/store/secrets.ts";
import type { UserRecord } from "../../../src/service/store/user-store.ts";
import { zipOf } from "../../support/zip-of.ts";
import { type BenchOptions, engineLimits, seed } from "../bench-options.ts";
import { aggregateCases } from "../queries.ts";
import type { MeasuredRow } from "../report.ts";
import { copySampleData, prepareSampleData } from "../sample-data.ts";
import { alternate, percentile, ratioToBest } from "../samples.ts";

const tenant = "WFF_demo";

/** The first aggregate as a user whose permission has a condition, against a user who sees everybody. */
export async function measureRowFilter(options: BenchOptions): Promise<MeasuredRow> {
  const { people, rounds } = options.size;
  const { dataFolder } = await prepareSampleData(options);
  return withService(dataFolder, people, async (service) => {
    const records = ["EMEA", "AllData"].map((permission) =>
      userNamed(`bench.${permission.toLowerCase()}@demo.example`, {
        permissionIds: [permission],
        profileAssignments: [{ profileId: "Analyst" }],
      }),
    );
    const { users, tokens } = service.platform;
    // The data folder is kept from run to run, and with it these users.
    await users.change(tenant, [], () => ({
      put: records.filter(({ username }) => !users.record(tenant, username)),
    }));
    const asks = await Promise.all(
      records.map(async ({ username }) => {
        const userId = users.record(tenant, username)?.userId ?? "";
        const token = await tokens.issue({ kind: "asid", userId, scope: "read" }, 24 * 60 * 60_000);
        const json = { query: aggregateCases[0]?.query };
        return async () => (await timed(() => call(service, token, "POST", "/v1/data/query/sql", { json }))).elapsedMs;
      }),
    );
    const [filtered, everybody] = asks;
    if (!filtered || !everybody) {
      throw new Error("There are no users to ask as.");
    }
    const samples = await alternate({ filtered, everybody }, rounds);
    return {
      kind: "measured",
      name: "aggregate with a row filter",
      unit: "ms",
      criteria: [
        {
          label: "filtered / everybody",
          value: ratioToBest(samples.filtered ?? [], [samples.everybody ?? []]),
          bar: 1.2,
        },
      ],
      samples,
      facts: { people },
    };
  });
}

/** Calls that add 100 users each, and sign-ins against the hash of the password alone, in a tenant with many users. */
export async function measureUsers(options: BenchOptions): Promise<readonly MeasuredRow[]> {
  const { scratchFolder, isSmall, size } = options;
  const stored = isSmall ? 200 : 10_000;
  const signIns = size.rounds * 20;
  const dataFolder = await mkdtemp(join(scratchFolder, "users-"));
  await copySampleData(options, 300, dataFolder);
  return withService(dataFolder, 300, async (service) => {
    const { users } = service.platform;
    // In pieces, as a transaction keeps its statements in memory until it ends.
    for (let start = 0; start < stored; start += 500) {
      const put = Array.from({ length: Math.min(500, stored - start) }, (_, index) =>
        userNamed(`p${start + index}@demo.example`),
      );
      await users.change(tenant, [], () => ({ put }));
    }
    const token = await signIn(service);
    const password = service.ready.password;
    const samples = await alternate(
      {
        "sign-in": async () => (await timed(() => signIn(service))).elapsedMs,
        "hash alone": async () => (await timed(() => hashPassword(password))).elapsedMs,
      },
      signIns,
    );
    const added: number[] = [];
    for (let round = 0; round < size.rounds; round++) {
      const list = Array.from({ length: 100 }, (_, index) => ({ username: `n${round}.${index}@demo.example` }));
      const { elapsedMs, value } = await timed(() =>
        call(service, token, "POST", "/v2/admin/users", { json: { users: list } }),
      );
      if (JSON.parse(value).successes.length !== list.length) {
        throw new Error("Not all users were added.");
      }
      added.push(elapsedMs);
    }
    const p95 = (name: string) => percentile(samples[name] ?? [], 0.95);
    return [
      {
        kind: "measured",
        name: "sign in among many users",
        unit: "ms",
        criteria: [{ label: "sign-in p95 / hash alone p95", value: p95("sign-in") / p95("hash alone"), bar: 1.1 }],
        samples,
        facts: { users: stored },
      },
      {
        kind: "measured",
        name: "100 users in one call",
        unit: "ms",
        criteria: [{ label: "ms for the slowest call", value: Math.max(...added), bar: 1000 }],
        samples: { added },
        facts: { users: stored },
      },
    ];
  });
}

/** Questions to the assistant over a model with many names. */
export async function measureQuestion(options: BenchOptions): Promise<MeasuredRow> {
  const { scratchFolder, isSmall, size } = options;
  const people = isSmall ? size.people : 5_000;
  const names = isSmall ? 100 : 2_000;
  const dataFolder = await mkdtemp(join(scratchFolder, "question-"));
  await copySampleData(options, people, dataFolder);
  return withService(dataFolder, people, async (service) => {
    const token = await signIn(service);
    const changes = Array.from({ length: names }, (_, index) => ({
      id: `added-${index}`,
      name: `Added ${index}`,
      description: "",
      document: {
        kind: "metric",
        id: `added${index}`,
        after: { displayName: `Head count ${index}`, object: "Employee", kind: "base", aggregate: "count" },
      },
    }));
    const { id } = JSON.parse(await call(service, token, "POST", "/v1/admin/projects", { json: { name: "Names" } }));
    const zip = new Uint8Array(await zipOf({ "changes.json": JSON.stringify({ versions: [{ changes }] }) }));
    await call(service, token, "PUT", `/v1/admin/projects/${id}/commits`, { zip });
    await call(service, token, "POST", `/v1/admin/projects/${id}`, { json: { operation: "commitAndPublish" } });
    const json = { question: "headcount by function over the last 12 months", options: { includeData: true } };
    const ask = () => timed(() => call(service, token, "POST", "/v1/assistant/question", { json }));
    const { value: first } = await ask();
    if (JSON.parse(first).statusCode.statusCode !== "OK") {
      throw new Error(`The question was not understood: ${first.slice(0, 300)}`);
    }
    const asked: number[] = [];
    for (let round = 0; round < size.rounds * 4; round++) {
      asked.push((await ask()).elapsedMs);
    }
    return {
      kind: "measured",
      name: "question over many names",
      unit: "ms",
      criteria: [{ label: "ms for 95 of 100 questions", value: percentile(asked, 0.95), bar: 50 }],
      samples: { asked },
      facts: { names },
    };
  });
}

async function withService<Value>(
  dataFolder: string,
  people: number,
  work: (service: RunningService) => Promise<Value>,
): Promise<Value> {
  const options = { dataFolder, hasSample: true, people, seed, ...engineLimits };
  const service = await startService(options, { logger: pino({ level: "silent" }) });
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

function userNamed(username: string, rights: Partial<UserRecord> = {}): UserRecord {
  return {
    userId: randomUUID(),
    tenant,
    username,
    isEnabled: true,
    groupIds: [],
    permissionIds: [],
    profileAssignments: [],
    ...rights,
  };
}

async function timed<Value>(
  work: () => Promise<Value>,
): Promise<{ readonly elapsedMs: number; readonly value: Value }> {
  const startedMs = performance.now();
  const value = await work();
  return { elapsedMs: performance.now() - startedMs, value };
}

async function signIn({ ready: { url, apiKey, username, password } }: RunningService): Promise<string> {
  return read(
    await fetch(`${url}/v1/admin/serviceSecureToken`, {
      method: "POST",
      headers: { apikey: apiKey },
      body: new URLSearchParams({ username, password }),
    }),
  );
}

async function call(
  { ready: { url, apiKey } }: RunningService,
  token: string,
  method: string,
  path: string,
  { json, zip }: { readonly json?: unknown; readonly zip?: Uint8Array<ArrayBuffer> },
): Promise<string> {
  return read(
    await fetch(url + path, {
      method,
      headers: {
        apikey: apiKey,
        cookie: `ServiceASIDToken=${token}`,
        accept: "application/json",
        "content-type": zip ? "application/zip" : "application/json",
      },
      body: zip ?? JSON.stringify(json),
    }),
  );
}

async function read(answer: Response): Promise<string> {
  const text = await answer.text();
  if (!answer.ok) {
    throw new Error(`${new URL(answer.url).pathname} answered ${answer.status}: ${text.slice(0, 300)}`);
  }
  return text;
}
