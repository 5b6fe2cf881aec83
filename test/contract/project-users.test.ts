import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";
import type { UserDefinition } from "../../src/service/model/model-change.ts";
import { refusalOf } from "../support/authorization.ts";
import { type ChangeDraft, ProjectCaller } from "../support/project-caller.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";
import { type SignedInUser, signInAs } from "../support/signed-in-user.ts";

const analytic = "WFF_demo";
const bulk = "/v2/admin/users";

interface Commits {
  readonly commits: readonly { name: string; document?: ChangeDraft }[];
  readonly uncommitted?: readonly { name: string; document?: ChangeDraft }[];
}

suite("users in projects", function () {
  this.timeout(120_000);
  let test_: TestService;
  let projects: ProjectCaller;
  setup(async () => {
    test_ = await startTestService();
    projects = new ProjectCaller(test_);
  });
  teardown(() => test_.dispose());

  const put = (name: string, json: unknown, headers: Record<string, string> = {}) =>
    test_.call("PUT", `/v3/admin/users/${encodeURIComponent(name)}`, { json, headers });
  const putIn = async (project: string, name: string, json: unknown) => {
    const answer = await put(name, json, { ProjectID: project });
    assert.equal(answer.status, 200, answer.text);
    return answer.json<Record<string, unknown>>();
  };
  const record = (name: string) => test_.service.platform.users.record(analytic, name);
  const commitsOf = async (project: string, as: Pick<SignedInUser, "call"> = test_) =>
    (await as.call("GET", `/v1/admin/projects/${project}/commits`)).json<Commits>();
  const messageOf = (answer: TestAnswer) => String(answer.json().message);
  /** The change of a user as a file has it. */
  const changeOf = (id: string, after: Partial<UserDefinition> | null): ChangeDraft => ({ kind: "user", id, after });
  const analyst = { accountEnabled: "true", permissionIds: ["EMEA"], profileAssignments: [{ profileId: "Analyst" }] };

  test("an upsert in a project is in force when it is published, and a roll back takes it back", async () => {
    const project = await projects.create("Joiners");
    const answer = await putIn(project, "Joy@demo.example", { ...analyst, displayName: "Joy" });
    assert.deepEqual(answer, {
      username: "Joy@demo.example",
      displayName: "Joy",
      accountEnabled: "true",
      profileIds: ["Analyst"],
      permissionIds: ["EMEA"],
    });
    await putIn(project, "joy@demo.example", { ...analyst, displayName: "Joy B." });
    assert.equal(record("joy@demo.example"), undefined);
    const { commits, uncommitted = [] } = await commitsOf(project);
    assert.deepEqual(commits, []);
    assert.deepEqual(
      uncommitted.map(({ name, document }) => [name, document?.id, document?.before === null]),
      [
        ["User Joy@demo.example", "joy@demo.example", true],
        ["User joy@demo.example", "joy@demo.example", false],
      ],
    );
    const [former] = await projects.versions();
    await projects.published(project);
    const joy = record("joy@demo.example");
    assert.deepEqual([joy?.displayName, joy?.permissionIds, joy?.isEnabled], ["Joy B.", ["EMEA"], true]);
    assert.match(await readFile(join(test_.dataFolder, "invitations.json"), "utf8"), /joy@demo\.example/);
    await test_.restart();
    assert.equal(record("joy@demo.example")?.displayName, "Joy B.");

    const { headers } = await signInAs(test_, analytic, "joy@demo.example");
    const back = await projects.rollBack(former?.id);
    assert.ok(record("joy@demo.example"));
    await projects.published(back);
    assert.equal(record("joy@demo.example"), undefined);
    const refused = await test_.send("GET", "/v1alpha/reporting/reports", { headers });
    assert.equal(refusalOf(refused), "401 CREDENTIAL_INVALID");
  });

  test("a roll back takes back what a versioned upsert without a project did", async () => {
    const version = async () => (await projects.versions())[0]?.id;
    await put("una@demo.example", { ...analyst, displayName: "Una" });
    const first = record("una@demo.example");
    const created = await version();
    await put("una@demo.example", { accountEnabled: "true", displayName: "Una B." });
    assert.deepEqual(record("una@demo.example")?.permissionIds, []);
    await projects.published(await projects.rollBack(created));
    // What was never set is missing in a definition and undefined in a record.
    assert.deepEqual(JSON.parse(JSON.stringify(record("una@demo.example"))), JSON.parse(JSON.stringify(first)));
    await put("una@demo.example", { accountEnabled: "false" }, { NonVersioned: "true" });
    const late = await projects.publish(await projects.rollBack(created));
    assert.equal(refusalOf(late), "409 CHANGE_OUTDATED");
    assert.match(messageOf(late), /user una@demo\.example/);
  });

  test("changes of users go to another service by export and import", async () => {
    const project = await projects.create("Exported");
    await putIn(project, "ivy@demo.example", analyst);
    const { id } = await projects.published(project);
    const exported = await projects.exported(id);
    const other = await startTestService();
    try {
      const there = new ProjectCaller(other);
      const target = await there.create("Imported");
      assert.equal((await there.importZip(target, exported)).status, 200);
      assert.equal(other.service.platform.users.record(analytic, "ivy@demo.example"), undefined);
      await there.published(target);
      const ivy = other.service.platform.users.record(analytic, "ivy@demo.example");
      assert.deepEqual([ivy?.isEnabled, ivy?.permissionIds], [true, ["EMEA"]]);
      assert.notEqual(ivy?.userId, record("ivy@demo.example")?.userId);
    } finally {
      await other.dispose();
    }
  });

  test("the last administrator stays at publishing too, and may hand over in one project", async () => {
    const own = test_.service.ready.username;
    const disabled = await projects.create("Own");
    await putIn(disabled, own, { accountEnabled: "false", profileAssignments: [{ profileId: "Administrator" }] });
    const refused = await projects.publish(disabled);
    assert.equal(refusalOf(refused), "409 OWN_ACCOUNT");
    const viewer = {
      accountEnabled: "true",
      permissionIds: ["AllData"],
      profileAssignments: [{ profileId: "Viewer" }],
    };
    const stripped = await projects.create("Stripped");
    const others = test_.service.platform.users.recordsOf(analytic).filter(({ username }) => username !== own);
    for (const { username } of others) {
      await putIn(stripped, username, viewer);
    }
    await putIn(stripped, own, viewer);
    const last = await projects.publish(stripped);
    assert.equal(refusalOf(last), "409 LAST_ADMINISTRATOR");
    assert.match(messageOf(last), /The change of user .*last enabled administrator of WFF_demo/);
    assert.ok(record(own)?.profileAssignments.some(({ profileId }) => profileId === "Administrator"));
    await putIn(stripped, "new.admin@demo.example", {
      accountEnabled: "true",
      profileAssignments: [{ profileId: "Administrator" }],
    });
    await projects.published(stripped);
    assert.deepEqual(
      record(own)?.profileAssignments.map(({ profileId }) => profileId),
      ["Viewer"],
    );
  });

  test("whoever may not change users neither imports nor publishes their changes, nor sees them", async () => {
    const { username: own } = test_.service.ready;
    const project = await projects.create("Shared");
    await putIn(project, "joy@demo.example", analyst);
    const removed: ChangeDraft = { kind: "metric", id: "exitCount", after: null };
    assert.equal((await projects.import(project, removed, changeOf("kim@demo.example", {}))).status, 200);
    const maker = { accountEnabled: "true", profileAssignments: [{ profileId: "Maker" }] };
    assert.equal(refusalOf(await put("mia@demo.example", maker)), "400 USER_INVALID");
    await test_.restart(async () => {
      await addProfile(join(test_.dataFolder, "profiles.json"), "Maker", { projects: "FullAccess" });
    });
    await put("mia@demo.example", maker, { NonVersioned: "true" });
    const everybody = [{ capabilities: ["canWrite"] }];
    await test_.call("POST", `/v1/admin/projects/${project}`, { json: { sharedWith: everybody } });
    const mia = await signInAs(test_, analytic, "mia@demo.example");
    const { commits } = await commitsOf(project, mia);
    assert.deepEqual(
      commits.map(({ name, document }) => [name, document?.kind]),
      [
        ["metric exitCount", "metric"],
        ["user kim@demo.example", undefined],
      ],
    );
    assert.equal((await commitsOf(project)).commits[1]?.document?.kind, "user");
    const published = await mia.call("POST", `/v1/admin/projects/${project}`, {
      json: { operation: "commitAndPublish" },
    });
    assert.equal(refusalOf(published), "403 CAPABILITY_MISSING");
    assert.match(messageOf(published), /publishing them needs full access to administration/);
    const imported = await new ProjectCaller(test_, mia).import(project, changeOf(own, null));
    assert.equal(refusalOf(imported), "403 CAPABILITY_MISSING");
    await projects.published(project);
    assert.equal(record("kim@demo.example")?.isEnabled, false);
    const version = (await projects.versions())[0]?.id;
    const kindsIn = async (caller: ProjectCaller) => kindsOf(await caller.exported(version));
    assert.deepEqual(await kindsIn(projects), ["metric", "user", "user"]);
    assert.deepEqual(await kindsIn(new ProjectCaller(test_, mia)), ["metric", undefined, undefined]);
  });

  test("what cannot be a change of a project is refused with the way out", async () => {
    const project = await projects.create("Bad");
    const both = await put("joy@demo.example", analyst, { ProjectID: project, NonVersioned: "true" });
    assert.match(messageOf(both), /leave out the header ProjectID, or NonVersioned/);
    const renamed = await put("joy@demo.example", { ...analyst, username: "j@demo.example" }, { ProjectID: project });
    assert.equal(refusalOf(renamed), "400 USER_INVALID");
    assert.match(messageOf(renamed), /Update the user without the header ProjectID first/);
    const unknown = await put("joy@demo.example", { permissionIds: ["EMAE"] }, { ProjectID: project });
    assert.match(messageOf(unknown), /Did you mean `EMEA`/);
    const nowhere = { ProjectID: "00000000-0000-4000-8000-000000000000" };
    assert.equal(refusalOf(await put("joy@demo.example", analyst, nowhere)), "404 PROJECT_UNKNOWN");
    const inBulk = await test_.call("POST", bulk, { json: { users: [] }, headers: { ProjectID: project } });
    assert.equal(refusalOf(inBulk), "400 PROJECT_NOT_TARGETED");
    const bad: readonly (readonly [ChangeDraft, RegExp])[] = [
      [changeOf("joy", {}), /user joy: The user name "joy" is no e-mail address/],
      [changeOf("joy@demo.example", { permissionIds: ["none"] }), /There is no permission "none"/],
      [changeOf("joy@demo.example", { username: "j@demo.example" }), /document\.after\.username/],
      [{ ...changeOf("joy@demo.example", {}), after: { password: "x" } }, /document\.after/],
    ];
    for (const [change, message] of bad) {
      const answer = await projects.import(project, change);
      assert.equal(refusalOf(answer), "400 CHANGE_INVALID");
      assert.match(messageOf(answer), message);
    }
    await test_.call("POST", `/v1/admin/projects/${project}`, { json: { stage: "Approval" } });
    assert.equal(refusalOf(await put("joy@demo.example", analyst, { ProjectID: project })), "409 PROJECT_CLOSED");
  });

  test("a project that breaks the condition of a permission is refused with its place", async () => {
    const removed = { kind: "dimension", object: "Employee", id: "Location", after: null };
    const mapping: ChangeDraft = { kind: "mapping", id: "hr_employee_change -> Employee", after: null };
    const project = await projects.with("Nowhere", removed, mapping);
    const refused = await projects.publish(project);
    assert.equal(refusalOf(refused), "409 PERMISSION_BROKEN");
    assert.match(
      messageOf(refused),
      /permissions\.json:\d+ in the data folder: EMEA\/objects\/Employee\/rows: .*Location/,
    );
    assert.ok((await projects.found("Location", "DIMENSION")).includes("Location"));
  });

  test("a hidden name that a project removes keeps the service from starting no more than before", async () => {
    const permissions = { Own: { objects: { Employee: { hides: ["Work_Email"] } } } };
    await test_.restart(async () => {
      await writeFile(join(test_.dataFolder, "groups.json"), "{}");
      await writeFile(join(test_.dataFolder, "permissions.json"), JSON.stringify(permissions));
    });
    const removed = { kind: "property", object: "Employee", id: "Work_Email", after: null };
    const mapping: ChangeDraft = { kind: "mapping", id: "hr_employee_change -> Employee", after: null };
    await projects.published(await projects.with("Without", removed, mapping));
    await test_.restart();
    assert.deepEqual(await projects.found("Work_Email", "PROPERTY"), []);
  });
});

/** Kinds of the changes in an export, undefined for those without a document. */
async function kindsOf(exported: Buffer): Promise<readonly (string | undefined)[]> {
  const zip = await fromBufferPromise(exported, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    const content: { versions: { changes: Commits["commits"] }[] } = JSON.parse(
      await text(await zip.openReadStreamPromise(entry)),
    );
    return content.versions.flatMap(({ changes }) => changes.map(({ document }) => document?.kind));
  }
  return [];
}

async function addProfile(path: string, id: string, capabilities: Readonly<Record<string, string>>): Promise<void> {
  const profiles = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify({ ...profiles, [id]: { capabilities } }));
}
