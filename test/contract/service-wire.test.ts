import assert from "node:assert/strict";
import { fieldsOf } from "../../src/base/guards.ts";
import type { OperationName } from "../../src/contract/contract.ts";
import { contract } from "../../src/contract/contract.ts";
import type { OperationDefinition } from "../../src/contract/operation.ts";
import type { JsonSchema } from "../../src/service/server/json-schema.ts";
import { withOptionalNulls, withoutOptionals } from "../support/optional-nulls.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { ServiceWireNames } from "./service-wire-names.ts";
import {
  answerProblems,
  readWireFixtures,
  sendWireRequest,
  type WireAnswer,
  type WireExchange,
} from "./wire-fixtures.ts";

/** Exchanges that this service cannot have, with the reason. */
const impossible: Readonly<Record<string, string>> = {
  "getAssistantStatus: not to be reached": "a service that answers is there",
  "listExportConnectors: none, with a field that is new": "the sample has connectors",
  "listExportCredentials: a refused key":
    "every user with a password reads data; authorization-matrix.test.ts has refusals",
  "listSources: an inherited source of another tenant, which matches no file names": "every source has a pattern",
  "startIntakeTransaction: on another tenant, refused": "direct intake is enabled in every tenant",
  "startTransferSession: on another tenant, refused": "intake into sources is enabled in every tenant",
  "transferFileBatch: a ZIP file for several sources names none":
    "a fixture is text; source-intake.test.ts sends a ZIP",
  "transferFileBatch: a file that is too large":
    "a file of 3 GB is not sent in a fixture; limits are in service-rules.test.ts",
  "upsertUser: in a project of another tenant, with the username alone, which removes the rest":
    "users are no change of a project here",
};

/** The requests of the fixtures as sent, with what only this service can know in place of the written names. */
suite("the embedded service on the wire", () => {
  let test_: TestService;
  let wireNames: ServiceWireNames;
  suiteSetup(async () => {
    test_ = await startTestService();
    wireNames = await ServiceWireNames.start(test_);
  });
  suiteTeardown(async () => {
    await test_.dispose();
    await wireNames.close();
  });

  test("every operation is sent at least once", () => {
    const sent = readWireFixtures().filter(({ exchanges }) => exchanges.length > 0);
    assert.deepEqual(sent.map(({ operation }) => operation).sort(), Object.keys(contract).sort());
  });

  test("every exchange that is impossible here is one of the fixtures", () => {
    const names = readWireFixtures().flatMap(({ operation, exchanges }) =>
      exchanges.map(({ name }) => `${operation}: ${name}`),
    );
    assert.deepEqual(
      Object.keys(impossible).filter((name) => !names.includes(name)),
      [],
    );
  });

  async function send(operation: string, exchange: WireExchange): Promise<WireAnswer> {
    const { url } = test_.service.ready;
    const answer = await sendWireRequest(exchange, url, await wireNames.of(operation, exchange));
    return answer.status === 307 ? sendWireRequest(toAddress(exchange, answer), url) : answer;
  }

  for (const { operation, exchanges } of readWireFixtures()) {
    for (const exchange of exchanges) {
      if (impossible[`${operation}: ${exchange.name}`] !== undefined) {
        continue;
      }
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
    const schema = jsonSchemaOf(operation);
    const [accepted] = exchanges.filter(({ answer }) => answer.status < 300);
    if (!schema || !accepted) {
      continue;
    }
    test(`${operation} takes null for a field that may be left out`, async () => {
      const nulled = withBody(accepted, "again", (body) => withOptionalNulls(schema, body));
      if (!nulled.request.body.includes("null")) {
        return;
      }
      const answer = await send(operation, nulled);
      assert.deepEqual(answerProblems(accepted, answer), [], `${answer.body.slice(0, 500)} to ${nulled.request.body}`);
      assert.deepEqual(missingFields(accepted, answer), []);
      if (operation.startsWith("query")) {
        assert.deepEqual(columnNames(answer), columnNames(accepted.answer));
      }
    });
    test(`${operation} answers null in every optional field as if all were left out`, async () => {
      const minimal = (body: unknown) => withoutOptionals(schema, body);
      const [plain, nulled] = [
        await send(operation, withBody(accepted, "plain", minimal)),
        await send(
          operation,
          withBody(accepted, "nulls", (body) => withOptionalNulls(schema, minimal(body))),
        ),
      ];
      assert.equal(nulled.status, plain.status, `${nulled.body.slice(0, 500)}, and ${plain.body.slice(0, 500)}`);
      assert.deepEqual(answerProblems({ ...accepted, answer: plain }, nulled), []);
    });
  }
});

/** Schema of an operation's JSON body; undefined if it has none. */
function jsonSchemaOf(operation: string): JsonSchema | undefined {
  const { body }: OperationDefinition = contract[operation as OperationName];
  return body?.type === "application/json" && typeof body.schema !== "symbol" ? (body.schema as JsonSchema) : undefined;
}

/** An exchange with another JSON body, whose own name for a table source is not taken yet. */
function withBody(exchange: WireExchange, suffix: string, change: (body: unknown) => unknown): WireExchange {
  const { request } = exchange;
  const text = JSON.stringify(change(JSON.parse(request.body || "{}")));
  const body = text.replace(/^(\{(?:"uuid":"[^"]*",)?"objectName":"\w+)"/, `$1_${suffix}"`);
  return { ...exchange, request: { ...request, body } };
}

/** The request that a redirected upload goes on with, without credentials. */
function toAddress(exchange: WireExchange, { headers }: WireAnswer): WireExchange {
  const { request } = exchange;
  return { ...exchange, request: { ...request, line: `PUT ${headers.location} HTTP/1.1`, headers: {} } };
}

/** A service may say in the body of a 200 that an aggregate query failed; this one says so by its status. */
function isFailureOf200({ failure }: WireExchange): boolean {
  return failure?.status === 200;
}

function withUnknownMetric(exchange: WireExchange): WireExchange {
  const body = exchange.request.body.replaceAll("employeeCount", "noSuchCount");
  assert.notEqual(body, exchange.request.body);
  return { ...exchange, request: { ...exchange.request, body } };
}

/** sql-like-language 11.1: a bad name is a 400 with the common error body. */
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
  const [expected, actual]: readonly unknown[] = [JSON.parse(written.body), JSON.parse(answer.body)];
  // A body may also be null, or a text.
  return Object.keys(fieldsOf(expected)).filter((name) => !(name in fieldsOf(actual)));
}

/** What names the columns of a table, in any of its forms; nothing where there is no table. */
function columnNames(answer: WireAnswer): unknown {
  if (isJson(answer)) {
    return JSON.parse(answer.body).header;
  }
  return answer.body.split(/\r?\n/, 1)[0];
}
