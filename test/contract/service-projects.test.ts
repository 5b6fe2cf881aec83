import assert from "node:assert/strict";
import type { Project, ProjectCommit, ProjectList } from "../../src/contract/projects.ts";
import type { ProjectStage } from "../../src/service/store/project-store.ts";
import { fittedAnswer } from "../support/fitted-answer.ts";
import { ProjectCaller } from "../support/project-caller.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";
import { signInAs } from "../support/signed-in-user.ts";
import { zipOf } from "../support/zip-of.ts";

const path = "/v1/admin/projects";
const versionsPath = "/v1/admin/production-versions";
const north = "WFF_demo~north";
const everything = ["canRead", "canWrite", "canShare", "owner"];

interface Refusal {
  readonly code: string;
  readonly message: string;
}

suite("projects of the embedded service", () => {
  let test_: TestService;
  let projects: ProjectCaller;
  suiteSetup(async () => {
    test_ = await startTestService();
    projects = new ProjectCaller(test_);
  });
  suiteTeardown(() => test_.dispose());

  async function create(json: unknown): Promise<Project & { id: string }> {
    return fittedAnswer("createProject", await test_.call("POST", path, { json }));
  }

  async function list(stages = "with=Open&with=Approval&with=Rejected&with=Archived"): Promise<ProjectList> {
    return fittedAnswer("listProjects", await test_.call("GET", `${path}?${stages}`));
  }

  async function named(name: string): Promise<Project> {
    const project = Object.values(await list())
      .flat()
      .find((one) => one.name === name);
    assert.ok(project, name);
    return project;
  }

  async function commits(id: string | undefined, query = ""): Promise<ProjectCommit[]> {
    const answer = await test_.call("GET", `${path}/${id}/commits${query}`);
    return fittedAnswer<{ commits: ProjectCommit[] }>("listProjectCommits", answer).commits;
  }

  /** A project of the signed-in user in a stage that no operation leads to. */
  async function own(stage: ProjectStage, isCommitted = false): Promise<string> {
    const { platform, credentials } = test_.service;
    const ownerId = platform.users.byName(credentials.tenantCode, credentials.username)?.userId;
    const id = `${stage}-${isCommitted}`;
    const project = { id, name: stage, versionNumber: 1, capabilities: [] };
    await platform.projects.addAll("WFF_demo", [{ stage, ownerId, project }]);
    const changes = [{ id: `of-${id}`, name: "Change", description: "" }];
    await platform.projectChanges.addAll("WFF_demo", [
      { project: id, authorId: ownerId, isCommitted, version: undefined, changes },
    ]);
    return id;
  }

  function refused(answer: TestAnswer, status: number, code: string): string {
    assert.equal(answer.status, status, answer.text);
    const refusal = answer.json<Refusal & Record<string, unknown>>();
    assert.equal(refusal.code, code);
    return refusal.message;
  }

  suite("a new project", () => {
    test("is open, of its creator, and found where projects are", async () => {
      const given = { name: "Bonus round", description: "D", releaseVersion: "2026.2", ticketNumber: "PA-1" };
      const made = await create({ ...given, name: " Bonus round " });
      const generated = { id: made.id, versionNumber: 1, capabilities: everything, projectType: "Standard" };
      assert.deepEqual(made, { ...given, ...generated });
      assert.deepEqual((await list("with=Open")).openProjects?.at(-1), made);
      assert.deepEqual(fittedAnswer("getProject", await test_.call("GET", `${path}/${made.id}`)), made);
      assert.deepEqual(await commits(made.id), []);
      const found = await test_.call("GET", "/v1alpha/search/simple/document-headers?q=bonus%20round");
      assert.match(found.text, new RegExp(made.id));
      const json = { query: ["ab"] };
      const inProject = await test_.call("POST", "/v1alpha/search/service-objects", {
        json,
        headers: { ProjectID: made.id },
      });
      assert.equal(inProject.status, 200);
    });

    test("needs a name and takes nothing that the service gives", async () => {
      const post = (json: unknown) => test_.call("POST", path, { json });
      refused(await post({ description: "D" }), 400, "NAME_MISSING");
      refused(await post({ name: "  " }), 400, "NAME_MISSING");
      for (const given of [{ id: "x" }, { capabilities: [] }, { projectType: "Standard" }]) {
        refused(await post({ name: "N", ...given }), 400, "PROJECT_FIELD_GENERATED");
      }
      assert.equal((await create({ name: "N", versionNumber: 0 })).versionNumber, 0);
      assert.equal((await create({ name: "N", versionNumber: 5 })).versionNumber, 5);
    });

    test("of one tenant is not there in another", async () => {
      const { id } = await create({ name: "Here" });
      const headers = { TargetTenantID: north };
      refused(await test_.call("GET", `${path}/${id}`, { headers }), 404, "PROJECT_UNKNOWN");
    });
  });

  suite("a deleted project", () => {
    test("is in no stage any more, whichever it was in", async () => {
      for (const id of [(await create({ name: "Short-lived" })).id, await own("Rejected"), await own("Archived")]) {
        const answer = fittedAnswer<Project>("deleteProject", await test_.call("DELETE", `${path}/${id}`));
        assert.equal(answer.id, id);
        refused(await test_.call("GET", `${path}/${id}`), 404, "PROJECT_UNKNOWN");
        refused(await test_.call("DELETE", `${path}/${id}`), 404, "PROJECT_UNKNOWN");
        const left = Object.values(await list()).flat();
        assert.ok(left.every((project) => project.id !== id));
      }
    });

    test("belonged to the caller", async () => {
      const { id } = await named("Requisition funnel");
      refused(await test_.call("DELETE", `${path}/${id}`), 403, "PROJECT_NOT_OWNED");
      assert.equal((await named("Requisition funnel")).id, id);
    });

    test("leaves the versions that were published of it", async () => {
      const { id } = await create({ name: "Published, then deleted" });
      const body = await zipOf({ "changes.json": archiveOf(["c-1", "c-2"]) });
      assert.equal((await projects.importZip(id, body)).status, 200);
      await projects.published(id);
      await test_.call("DELETE", `${path}/${id}`);
      const [latest] = await projects.versions();
      assert.equal(latest?.name, "Published, then deleted");
      const { bytes } = await projects.export({ startVersion: latest?.id });
      const other = await create({ name: "Takes them" });
      const imported = (await projects.importZip(other.id, bytes)).json<{ commits: ProjectCommit[] }>();
      assert.deepEqual(
        imported.commits.map((commit) => commit.id),
        ["c-1", "c-2"],
      );
    });
  });

  suite("publishing", () => {
    test("commits the caller's changes and makes the latest production version", async () => {
      const project = await named("Pay transparency 2026");
      const before = { commits: await commits(project.id), versions: await projects.versions() };
      const version = await projects.published(project.id);
      const { name, description, releaseVersion, ticketNumber } = project;
      const versionNumber = (before.versions[0]?.versionNumber ?? 0) + 1;
      const written = { name, description, releaseVersion, ticketNumber };
      assert.deepEqual({ ...version, id: "" }, { id: "", ...written, versionNumber, projectType: "Standard" });
      assert.deepEqual(await projects.versions(), [version, ...before.versions]);
      const after = await commits(project.id);
      assert.deepEqual(after.slice(0, 3), before.commits);
      assert.deepEqual(
        after.slice(3).map(({ name }) => name),
        ["Pay gap", "Pay range"],
      );
      const { openProjects = [] } = await list("with=Open");
      const left = openProjects.find(({ id }) => id === project.id);
      assert.equal(left?.versionNumber, (project.versionNumber ?? 0) + 1);
    });

    test("is refused when there is nothing to publish, and then nothing has changed", async () => {
      const { id } = await create({ name: "Nothing in it" });
      const before = await projects.versions();
      refused(await projects.publish(id), 409, "PROJECT_UNCHANGED");
      assert.deepEqual(await projects.versions(), before);
      assert.equal((await named("Nothing in it")).versionNumber, 1);
    });

    test("publishes a change once, however many ask for it at a time", async () => {
      const { id } = await create({ name: "Asked for twice" });
      await projects.importZip(id, await zipOf({ "changes.json": archiveOf(["once"]) }));
      const answers = await Promise.all([projects.publish(id), projects.publish(id), projects.publish(id)]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    });

    test("goes on in an approval project, and not in a rejected or archived one", async () => {
      assert.equal((await projects.published(await own("Approval", true))).name, "Approval");
      for (const stage of ["Rejected", "Archived"] as const) {
        const message = refused(await projects.publish(await own(stage, true)), 409, "PROJECT_CLOSED");
        assert.match(message, new RegExp(stage, "i"));
      }
    });

    test("needs more than a project that is shared for viewing", async () => {
      const { id } = await named("Monthly cost centre snapshot");
      assert.match(refused(await projects.publish(id), 403, "PROJECT_READ_ONLY"), /canWrite/);
    });

    test("is the only operation that does something", async () => {
      const { id } = await create({ name: "Operated on" });
      for (const json of [{ operation: "unknown" }, {}]) {
        const answer = await test_.call("POST", `${path}/${id}`, { json });
        assert.deepEqual(fittedAnswer("runProjectOperation", answer), { commitAndPublish: {} });
      }
      refused(await test_.call("POST", `${path}/${id}`, { json: { operation: "x" } }), 400, "REQUEST_INVALID");
      refused(await projects.publish("nothing"), 404, "PROJECT_UNKNOWN");
    });
  });

  suite("committed changes", () => {
    test("are given in pages", async () => {
      const { id } = await named("Exit reasons revision");
      const all = await commits(id);
      assert.deepEqual(
        all.map(({ name }) => name),
        ["Exit reason groups", "Exit reason mapping", "Regretted exit"],
      );
      assert.deepEqual([...(await commits(id, "?limit=2")), ...(await commits(id, "?limit=2&start=2"))], all);
      refused(await test_.call("GET", `${path}/nothing/commits`), 404, "PROJECT_UNKNOWN");
    });

    test("come from an export into another project, in their order, each once", async () => {
      const all = (await projects.versions()).toReversed();
      const { bytes, type } = await projects.export({ startVersion: all[0]?.id, endVersion: all[1]?.id });
      assert.equal(type, "application/zip");
      const { id } = await create({ name: "Import" });
      const first = await projects.importZip(id, bytes);
      const { commits: imported } = first.json<{ commits: ProjectCommit[] }>();
      assert.deepEqual(
        imported.map(({ name }) => name),
        [
          "Employee",
          "Organization hierarchy",
          "Employee exit",
          "Employee count",
          "Exit count",
          "Employment start",
          "Start count",
        ],
      );
      assert.deepEqual(await commits(id), imported);
      assert.equal((await projects.importZip(id, bytes)).status, 200);
      assert.deepEqual(await commits(id), imported);
      assert.equal((await named("Import")).versionNumber, 2);
    });

    test("come from nothing but a ZIP of changes", async () => {
      const { id } = await create({ name: "Refuses" });
      const bad: Record<string, Buffer> = {
        "no ZIP": Buffer.from("PK no ZIP"),
        "an empty body": Buffer.alloc(0),
        "another entry": await zipOf({ "other.json": archiveOf(["c-1"]) }),
        "no JSON": await zipOf({ "changes.json": "{" }),
        "another shape": await zipOf({ "changes.json": '{"versions":[{"changes":[{"id":1}]}]}' }),
      };
      for (const body of Object.values(bad)) {
        refused(await projects.importZip(id, body), 400, "ARCHIVE_UNREADABLE");
      }
      const large = await zipOf({ "changes.json": " ".repeat(9 * 1024 * 1024) });
      assert.ok(large.length < 100_000);
      refused(await projects.importZip(id, large), 413, "ARCHIVE_TOO_LARGE");
      refused(await projects.importZip(id, Buffer.from("{}"), "application/json"), 415, "BODY_UNFIT");
      assert.deepEqual(await commits(id), []);
    });

    test("come into open projects only, and not into one that is shared for viewing", async () => {
      const body = await zipOf({ "changes.json": archiveOf(["c-1"]) });
      for (const stage of ["Approval", "Rejected", "Archived"] as const) {
        refused(await projects.importZip(await own(stage), body), 409, "PROJECT_CLOSED");
      }
      const { id } = await named("First load");
      refused(await projects.importZip(id, body), 403, "PROJECT_READ_ONLY");
    });

    test("come into a project only if it is still open when the last of them has arrived", async () => {
      const body = await zipOf({ "changes.json": archiveOf(["late"]) });
      const importAround = async (id: string, change: () => Promise<unknown>) => {
        const { readable, writable } = new TransformStream();
        const imported = projects.importZip(id, readable);
        const writer = writable.getWriter();
        await writer.write(body.subarray(0, 40));
        await change();
        await writer.write(body.subarray(40));
        await writer.close();
        return await imported;
      };
      const { id } = await create({ name: "Closed meanwhile" });
      const close = () => test_.call("POST", `${path}/${id}`, { json: { operation: "unknown", stage: "Approval" } });
      refused(await importAround(id, close), 409, "PROJECT_CLOSED");
      assert.deepEqual(await commits(id), []);
      const { id: gone } = await create({ name: "Deleted meanwhile" });
      const deleted = await importAround(gone, () => test_.call("DELETE", `${path}/${gone}`));
      refused(deleted, 404, "PROJECT_UNKNOWN");
      const { id: open } = await create({ name: "Open all the while" });
      assert.equal((await importAround(open, () => list())).status, 200);
      assert.deepEqual(
        (await commits(open)).map((commit) => commit.id),
        ["late"],
      );
    });
  });

  suite("production versions", () => {
    test("are listed the latest first, page by page", async () => {
      const all = await projects.versions();
      const numbers = all.map(({ versionNumber }) => versionNumber);
      assert.ok(numbers.length >= 5);
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => numbers.length - index),
      );
      assert.equal(all.at(-1)?.name, "First load");
      const second = await test_.call("GET", `${versionsPath}?limit=1&start=1`);
      assert.deepEqual(second.json(), { publishedVersions: [all[1]] });
    });

    test("are exported without those that are left out, or as JSON when none is left", async () => {
      const [latest, before] = await projects.versions();
      const parameters = { startVersion: before?.id, endVersion: latest?.id, excludedVersions: [latest?.id] };
      const one = await projects.export(parameters);
      const same = await projects.export({ startVersion: before?.id, endVersion: before?.id });
      assert.deepEqual(one.bytes, same.bytes);
      const none = await projects.export({ ...parameters, startVersion: latest?.id });
      assert.equal(none.bytes.toString(), '{"export":{}}');
    });

    test("are exported for bounds that make sense", async () => {
      const [latest, before] = await projects.versions();
      const codeOf = async (parameters: unknown, accept?: string) => {
        const { status, bytes } = await projects.export(parameters, accept);
        return [status, (JSON.parse(bytes.toString()) as Refusal).code];
      };
      assert.deepEqual(await codeOf({ startVersion: latest?.id, endVersion: before?.id }), [400, "EXPORT_EMPTY"]);
      assert.deepEqual(await codeOf({ startVersion: "nothing" }), [404, "PRODUCTION_VERSION_UNKNOWN"]);
      assert.deepEqual(await codeOf({ excludedVersions: ["nothing"] }), [404, "PRODUCTION_VERSION_UNKNOWN"]);
      assert.deepEqual(await codeOf(undefined), [400, "REQUEST_INVALID"]);
      assert.deepEqual(await codeOf({}, "application/json"), [406, "NOT_ACCEPTABLE"]);
      // The error itself would be JSON (service-api, "Errors").
      assert.deepEqual(await codeOf({ startVersion: "nothing" }, "application/zip"), [406, "NOT_ACCEPTABLE"]);
    });

    test("are rolled back to by a project whose changes reverse the later ones", async () => {
      const rollBack = (id: string | undefined) =>
        test_.call("POST", `${versionsPath}/${id}`, { json: { operation: "rollBackTo" } });
      const [latest, target] = await projects.versions();
      assert.ok(latest && target);
      const { bytes } = await projects.export({ startVersion: latest.id });
      const later = await create({ name: "What came later" });
      const { commits: changes } = (await projects.importZip(later.id, bytes)).json<{ commits: ProjectCommit[] }>();
      const { rollBackTo: project } = fittedAnswer<{ rollBackTo: Project }>(
        "runProductionVersionOperation",
        await rollBack(target.id),
      );
      assert.equal(project.name, `Roll back to ${target.name}`);
      assert.deepEqual(project.capabilities, everything);
      assert.deepEqual(await commits(project.id), []);
      assert.deepEqual((await list("with=Open")).openProjects?.at(-1), project);
      assert.equal((await projects.published(project.id)).versionNumber, latest.versionNumber + 1);
      const reversed = changes.map(({ name }) => `Reverse: ${name}`).reverse();
      assert.deepEqual(
        (await commits(project.id)).map(({ name }) => name),
        reversed,
      );
      const [newest] = await projects.versions();
      refused(await rollBack(newest?.id), 409, "PRODUCTION_VERSION_LATEST");
      refused(await rollBack("nothing"), 404, "PRODUCTION_VERSION_UNKNOWN");
      const json = { operation: "unknownProductionVersionAPIOperation" };
      const unknown = await test_.call("POST", `${versionsPath}/${target.id}`, { json });
      assert.deepEqual(fittedAnswer("runProductionVersionOperation", unknown), { rollBackTo: {} });
    });
  });

  suite("another user", () => {
    test("sees what is shared, with the capabilities of the sharing, and nothing else", async () => {
      const { credentials, platform } = test_.service;
      const nora = await signInAs(test_, north, "north@demo.example");
      const found = (await nora.call("GET", path)).json<ProjectList>().openProjects ?? [];
      assert.deepEqual(
        found.map(({ name, capabilities }) => [name, capabilities]),
        [
          ["Pay transparency 2026", ["canRead", "canWrite"]],
          ["Requisition funnel", ["canRead", "canWrite"]],
        ],
      );
      const ada = platform.users.byName(credentials.tenantCode, credentials.username);
      const all = await platform.projects.all(north, ada?.userId ?? "");
      const hidden = all.find(({ project }) => project.name === "Skills prototype")?.project;
      assert.ok(hidden);
      refused(await nora.call("GET", `${path}/${hidden.id}`), 404, "PROJECT_UNKNOWN");
      const search = await nora.call("GET", "/v1alpha/search/simple/document-headers?q=skills");
      assert.deepEqual(search.json(), { documentHeaders: [] });
      const inProject = { headers: { ProjectID: hidden.id }, json: { query: ["ab"] } };
      refused(await nora.call("POST", "/v1alpha/search/service-objects", inProject), 404, "PROJECT_UNKNOWN");
    });

    test("commits changes of one's own only", async () => {
      const { credentials, platform } = test_.service;
      const nora = platform.users.byName(north, "north@demo.example");
      const ada = platform.users.byName(credentials.tenantCode, credentials.username);
      assert.ok(nora && ada);
      const tenant = nora.loginTenant;
      const shared = (await platform.projects.list(tenant, nora.userId, "Open", 9)).find(
        ({ project }) => project.name === "Requisition funnel",
      );
      assert.ok(shared);
      const page = { limit: 100, start: 0 };
      const before = await platform.projectChanges.listCommitted(tenant, shared.project.id, page);
      const publishAs = ({ userId }: { readonly userId: string }) =>
        platform.users.transaction((connection) =>
          platform.productionVersions.publishIn(connection, tenant, shared, userId),
        );
      assert.ok(await publishAs(nora));
      assert.deepEqual(await platform.projectChanges.listCommitted(tenant, shared.project.id, page), before);
      assert.ok(await publishAs(ada));
      const after = await platform.projectChanges.listCommitted(tenant, shared.project.id, page);
      assert.deepEqual(after.at(-1)?.name, "Days in stage");
    });
  });

  suite("after a restart", () => {
    test("all of it is there", async () => {
      const before = [await list(), await projects.versions(), await commits((await named("Import")).id)];
      await test_.restart();
      assert.deepEqual([await list(), await projects.versions(), await commits((await named("Import")).id)], before);
    });
  });
});

function archiveOf(ids: readonly string[]): string {
  return JSON.stringify({ versions: [{ changes: ids.map((id) => ({ id, name: `Change ${id}`, description: "" })) }] });
}
