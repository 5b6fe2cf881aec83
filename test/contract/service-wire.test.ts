import assert from "node:assert/strict";
import type { OperationName } from "../../src/contract/contract.ts";
import { notYet } from "../../src/service/handlers.ts";
import { allHandlers } from "../../src/service/operations/all-handlers.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import {
  answerProblems,
  readWireFixtures,
  sendWireRequest,
  type WireAnswer,
  type WireExchange,
} from "./wire-fixtures.ts";

/** Operations that the service does not answer yet. */
const unanswered: readonly OperationName[] = [
  "getDataOutConnectorVersion",
  "requestAuthorizationCode",
  "requestImpersonationToken",
];

const tenant = "WFF_demo~north";
const reports = "/v1alpha/reporting/reports";

/** The requests of the fixtures as sent, with what only this service can know in place of the written names. */
suite("the embedded service on the wire", () => {
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService();
  });
  suiteTeardown(() => test_.dispose());

  test("every operation is answered but those that are known to be left", () => {
    const left = Object.entries(allHandlers).filter(([, handler]) => handler === notYet);
    assert.deepEqual(left.map(([name]) => name).sort(), unanswered);
  });

  const known = new Map<string, Record<string, string>>();

  /** Ids of a tenant, the login tenant's unless named, that stand for the written ones. */
  async function idsOf(headers: Record<string, string>): Promise<Record<string, string>> {
    const get = async <Value>(path: string) => (await test_.call("GET", path, { headers })).json<Value>();
    const { reports: found } = await get<{ reports: { id: string; allowedActions: string[] }[] }>(reports);
    const full = found.find(({ allowedActions }) => allowedActions.includes("download"));
    const { openProjects } = await get<{ openProjects: { id: string }[] }>("/v1/admin/projects");
    const { tables } = await get<{ tables: { uuid: string }[] }>("/v1alpha/data/table-sources/tables");
    assert.ok(full && openProjects[0] && tables[0]);
    return { "r-1": full.id, "t-1": tables[0].uuid, "7d0f6a52-3c1e-4f0b-9a55-0c5b8d1e2f34": openProjects[0].id };
  }

  async function idsFor(operation: string, { options }: WireExchange): Promise<Record<string, string>> {
    const headers: Record<string, string> = options?.tenant ? { TargetTenantID: tenant } : {};
    const ids = known.get(options?.tenant ?? "") ?? (await idsOf(headers));
    known.set(options?.tenant ?? "", ids);
    if (operation !== "deleteReport") {
      return ids;
    }
    // Of the caller's own, which alone may be deleted.
    const own = await test_.call("POST", reports, { headers, json: { title: "Own" } });
    return { ...ids, "r-1": own.json<{ id: string }>().id };
  }

  async function send(operation: string, exchange: WireExchange): Promise<WireAnswer> {
    const { apiKey, username, password } = test_.service.ready;
    const { clientId, clientSecret } = test_.service.credentials;
    const form = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);
    return sendWireRequest(exchange, test_.service.ready.url, {
      ...(await idsFor(operation, exchange)),
      WFF_acme: tenant,
      "username=ada%40example.test&password=p%26ss+word": `username=${form(username)}&password=${form(password)}`,
      "client_id=app&client_secret=s%2Bcret&": `client_id=${form(clientId)}&client_secret=${form(clientSecret)}&`,
      "username=ada&password=p&": `username=${form(username)}&password=${form(password)}&`,
      // Secrets last: what is random in them must not be taken for a written name.
      KEY: apiKey,
      TOKEN: await test_.signIn(),
    });
  }

  for (const { operation, exchanges } of readWireFixtures()) {
    if ((unanswered as readonly string[]).includes(operation)) {
      continue;
    }
    for (const exchange of exchanges) {
      test(`${operation} answers: ${exchange.name}`, async () => {
        const answer = await send(operation, isFailureOf200(exchange) ? withUnknownMetric(exchange) : exchange);
        const written = isFailureOf200(exchange) ? refusal : exchange;
        assert.deepEqual(answerProblems(written, answer), [], answer.body.slice(0, 500));
        assert.deepEqual(missingFields(written, answer), []);
        if (operation.startsWith("query")) {
          assert.deepEqual(columnNames(answer), columnNames(written.answer));
        }
      });
    }
  }
});

/** A service may say in the body of a 200 that an aggregate query failed; this one says so by its status. */
function isFailureOf200({ failure }: WireExchange): boolean {
  return failure?.status === 200;
}

function withUnknownMetric(exchange: WireExchange): WireExchange {
  const body = exchange.request.body.replaceAll("employeeCount", "noSuchCount");
  assert.notEqual(body, exchange.request.body);
  return { ...exchange, request: { ...exchange.request, body } };
}

/** sql-like-language, 11.1: a bad name is a 400 with the common error body. */
const refusal: WireExchange = {
  name: "a bad name",
  arguments: {},
  request: { line: "", headers: {}, body: "" },
  answer: {
    status: 400,
    headers: { "content-type": "application/json" },
    body: '{"localizedMessage":"","code":"","message":"","rci":"","userError":true}',
  },
};

function isJson({ headers }: WireAnswer): boolean {
  return headers["content-type"]?.split(";", 1)[0] === "application/json";
}

/** Fields of the written JSON body that the answer's lacks. */
function missingFields({ answer: written }: WireExchange, answer: WireAnswer): string[] {
  if (!isJson(written)) {
    return [];
  }
  const actual: Readonly<Record<string, unknown>> = JSON.parse(answer.body);
  return Object.keys(JSON.parse(written.body)).filter((name) => !(name in actual));
}

/** What names the columns of a table, in any of its forms; nothing where there is no table. */
function columnNames(answer: WireAnswer): unknown {
  if (isJson(answer)) {
    return JSON.parse(answer.body).header;
  }
  return answer.body.split(/\r?\n/, 1)[0];
}
