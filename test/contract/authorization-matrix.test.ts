import assert from "node:assert/strict";
import { contract, type OperationName } from "../../src/contract/contract.ts";
import type { OperationDefinition } from "../../src/contract/operation.ts";
import { minimalRequest } from "../support/minimal-request.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

/**
 * What each operation asks of a user's profile, stated once more and by hand: an operation that is moved to another area, or
 * is new, has to be moved or added here too.
 */
const needs: Readonly<Record<string, { readonly read: string; readonly write: string }>> = {
  dataManagement: {
    read: `getDirectIntakeConfig getLoadSchema listOpenTransactions getIntakeTransactionStatus listSources
      listConnectorCredentials listDataConnectors getConnectorSettings listLatestDataVersions listDataCategories
      listDataUploads listJobStatuses getJobStatus getDispatchingJobStatus listDispatchedExtractionJobs
      listDispatchedReceivingJobs listDispatchedProcessingJobs listPgpKeys getPgpKey listTableSources getTableSource
      getTableSourceMetadata getSqlTransaction getSqlJobStatus downloadSqlOutputFile listSqlOutputParts
      downloadSqlOutputPart listExportableDataVersions listDataVersionExports getDataVersionExport getDataVersionExportJob
      downloadDataVersionExportFile listUploadedFiles downloadSourceFiles downloadSourceFile listExportConnectors getExportConnectorJob
      listExportCredentials getExportCredentialValidation getExportCredential`,
    write: `updateDirectIntakeConfig startIntakeTransaction commitIntakeTransaction rollBackIntakeTransaction
      loadIntakeSampleData uploadIntakeFile startTransferSession transferJsonBatch transferFileBatch cancelTransferSession
      completeTransferSession createConnectorCredential deleteConnectorCredential assignConnectorCredentials
      updateConnectorSettings disableDataVersions triggerExtractionJobs runExtractionJob runProcessingJob runConsolidatedJob
      startDataLoad excludeDataUploads includeDataUploads cancelJobs generatePgpKey deletePgpKey uploadDataFile
      createTableSource updateTableSource deleteTableSource regenerateMaterializedView startSqlTransaction
      extendSqlTransaction uploadSqlInputFile runSqlJob scheduleDataVersionExport runExportConnectorJob
      createExportCredential validateExportCredential updateExportCredential deleteExportCredential`,
  },
  dataQuery: {
    read: `queryAggregate queryList querySnapshot querySqlLike searchObjects askQuestion submitFeedback
      listQuestionCategories getQuestionCategory listSampleQuestions listSampleQuestionsV2 getAssistantStatus`,
    write: "",
  },
  reporting: {
    read: "searchDocumentHeaders listReports getReport downloadReport",
    write: "createReport duplicateReport deleteReport",
  },
  projects: {
    read: "listProjects getProject listProjectCommits listProductionVersions exportProductionVersions",
    write: "createProject deleteProject runProjectOperation importProjectCommits runProductionVersionOperation",
  },
  administration: {
    read: "listWebhooks getWebhook",
    write: `upsertUser updateUsers addUsers deleteUsers createWebhook updateWebhook updateWebhookCredentials deleteWebhook
      deleteWebhookCredentials sendWebhookTestEvent`,
  },
};
/** About the caller alone: any credential does. */
const needNothing = ["getUserMetadata", "requestImpersonationToken"];
const needNoCredential = ["requestSecureToken", "requestAuthorizationCode", "requestJwt", "getDataOutConnectorVersion"];

type Level = "none" | "read" | "write";
type Profile = Readonly<Record<string, Level>>;

const everything = (level: Level): Profile =>
  Object.fromEntries(Object.keys(needs).map((area): [string, Level] => [area, level]));

/** What the users of the sample may do, stated here as the documents say it (docs/signing-in.md). */
const profiles: Readonly<Record<string, Profile>> = {
  analyst: everything("write"),
  viewer: everything("read"),
  loader: { dataManagement: "write" },
  portal: { dataQuery: "read", reporting: "read" },
  north: everything("write"),
  emea: { dataQuery: "write", reporting: "write" },
  planner: { dataQuery: "write", reporting: "write" },
};

const wordsOf = (text: string) => text.split(/\s+/).filter((name) => name !== "");

function needOf(name: string): { readonly area: string; readonly level: "read" | "write" } | undefined {
  for (const [area, { read, write }] of Object.entries(needs)) {
    if (wordsOf(read).includes(name)) {
      return { area, level: "read" };
    }
    if (wordsOf(write).includes(name)) {
      return { area, level: "write" };
    }
  }
  return undefined;
}

function mayCall(name: string, profile: Profile): boolean {
  const need = needOf(name);
  const level = need && (profile[need.area] ?? "none");
  return level === undefined || level === "write" || level === need?.level;
}

/** Every operation, the ones that are not there yet too, asks who calls and for which tenant before it does anything. */
suite("who may call what", function () {
  this.timeout(120_000);
  let test_: TestService;
  const credentials = new Map<string, Record<string, string>>();
  suiteSetup(async () => {
    test_ = await startTestService();
    const { users } = test_.service.platform;
    for (const { tenantCode, username, apiKey } of test_.service.credentials.users) {
      const userId = users.byName(tenantCode, username)?.userId ?? "";
      const token = await test_.service.platform.tokens.issue({ kind: "asid", userId, scope: "read" }, 50 * 60_000);
      credentials.set(username.split("@")[0] ?? "", { apikey: apiKey, cookie: `ServiceASIDToken=${token}` });
    }
    for (const [target, write, headers] of [
      ["viewer", false, {}],
      ["loader", true, {}],
      ["north", true, { TargetTenantID: "WFF_demo~north" }],
    ] as const) {
      const answer = await test_.send("POST", `/v1/admin/serviceImpersonationToken?write=${write}`, {
        headers: { ...of("analyst"), ...headers },
        form: { TargetUsername: `${target}@demo.example` },
      });
      assert.equal(answer.status, 200, answer.text);
      const { apikey = "" } = of("analyst");
      credentials.set(`analyst as ${target}`, { apikey, cookie: `ServiceImpersonationToken=${answer.text}` });
    }
  });
  suiteTeardown(() => test_.dispose());

  function of(name: string): Record<string, string> {
    const found = credentials.get(name);
    assert.ok(found, name);
    return found;
  }

  async function statusOf(row: OperationDefinition, headers: Record<string, string>): Promise<number> {
    const { method, path, content } = minimalRequest(row);
    const answer = await test_.send(method, path, { ...content, headers: { ...content.headers, ...headers } });
    return answer.status;
  }

  test("is stated for every operation of the contract, and for no other", () => {
    const stated = Object.values(needs).flatMap(({ read, write }) => [...wordsOf(read), ...wordsOf(write)]);
    assert.deepEqual([...stated, ...needNothing, ...needNoCredential].sort(), Object.keys(contract).sort());
  });

  /** Headers that prove nobody, each broken in another way. */
  function brokenCredentials(): Record<string, Record<string, string>> {
    const { apikey = "", cookie = "" } = of("analyst");
    const token = cookie.split("=")[1] ?? "";
    return {
      "nothing at all": {},
      "the key alone": { apikey },
      "the token alone": { cookie },
      "an empty key": { apikey: "", cookie },
      "a wrong key": { apikey: `${apikey}x`, cookie },
      "the key of another tenant": { apikey: of("north").apikey ?? "", cookie },
      "an empty token": { apikey, cookie: "ServiceASIDToken=" },
      "a changed token": { apikey, cookie: `ServiceASIDToken=${token.slice(0, -1)}` },
      "a token in the place of another kind": { apikey, cookie: `ServiceImpersonationToken=${token}` },
      "a token as a bearer's": { apikey, authorization: `Bearer ${token}` },
      "a bearer token signed by nobody": {
        apikey,
        authorization: "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbmFseXN0QGRlbW8uZXhhbXBsZSJ9.",
      },
      "a user name and a password": { apikey, authorization: "Basic YW5hbHlzdDpwYXNzd29yZA==" },
      "two credentials": { apikey, cookie, authorization: `Bearer ${token}` },
      "a token of another cookie's name": { apikey, cookie: `ServiceAsidToken=${token}` },
    };
  }

  for (const [name, row] of Object.entries<OperationDefinition>(contract) as [OperationName, OperationDefinition][]) {
    if (needNoCredential.includes(name)) {
      continue;
    }
    const takesTenant = row.targets?.includes("tenant") ?? false;

    test(`${name} is for those who prove who they are`, async () => {
      for (const [what, headers] of Object.entries(brokenCredentials())) {
        assert.equal(await statusOf(row, headers), 401, what);
      }
    });

    test(`${name} is for users whose profile opens it, in their own tenant and those that it manages`, async () => {
      for (const [user, profile] of Object.entries(profiles)) {
        const isAllowed = mayCall(name, profile);
        const tenants: readonly (readonly [string, number | "allowed"])[] = [
          [user === "north" ? "WFF_demo~north" : "WFF_demo", "allowed"],
          [user === "north" ? "WFF_demo" : "WFF_demo~north", user === "north" && takesTenant ? 403 : "allowed"],
          ["WFF_other", takesTenant ? (user === "north" ? 403 : 404) : "allowed"],
        ];
        for (const [tenant, outcome] of tenants) {
          const status = await statusOf(row, { ...of(user), TargetTenantID: tenant });
          check(status, isAllowed ? outcome : 403, `${user} on ${tenant}`);
        }
      }
    });

    test(`${name} gives an impersonation token the rights of its target, and no changes where it only reads`, async () => {
      const isNested = name === "requestImpersonationToken";
      const need = needOf(name);
      // Feedback would count for the target, whose data nobody may change with a token to read.
      const mayRead = (need === undefined || need.level === "read") && name !== "submitFeedback";
      const expected: readonly (readonly [string, boolean])[] = [
        ["viewer", mayRead && !isNested],
        ["loader", mayCall(name, profiles.loader ?? {}) && !isNested],
        ["north", !isNested],
      ];
      for (const [target, isAllowed] of expected) {
        const status = await statusOf(row, of(`analyst as ${target}`));
        check(status, isAllowed ? "allowed" : 403, `analyst as ${target}`);
      }
    });
  }

  /** `allowed`: the operation itself answers, be it that it is not there yet. */
  function check(status: number, expected: number | "allowed", who: string): void {
    if (expected === "allowed") {
      assert.ok(status !== 401 && status !== 403 && (status < 500 || status === 501), `${who}: ${status}`);
    } else {
      assert.equal(status, expected, who);
    }
  }
});
