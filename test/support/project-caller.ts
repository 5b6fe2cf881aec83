import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Project } from "../../src/contract/projects.ts";
import { fittedAnswer } from "./fitted-answer.ts";
import type { TestAnswer, TestService } from "./running-service.ts";
import type { SignedInUser } from "./signed-in-user.ts";
import { zipOf } from "./zip-of.ts";

const projects = "/v1/admin/projects";
const versions = "/v1/admin/production-versions";

/** A version of production. */
export type ProductionVersion = Project & { readonly id: string; readonly versionNumber: number };

/** The document of a change as a file of changes has it. */
export interface ChangeDraft {
  readonly kind: string;
  readonly id: string;
  readonly object?: string;
  readonly before?: unknown;
  readonly after: unknown;
}

/** Makes, changes and publishes projects of a service, and asks queries in them: as the service's user, or as another. */
export class ProjectCaller {
  readonly #test: Pick<TestService, "call" | "service" | "signIn">;
  readonly #user: SignedInUser | undefined;

  constructor(test: TestService, user?: SignedInUser) {
    this.#test = user ? { ...test, call: user.call } : test;
    this.#user = user;
  }

  /** Creates a project and returns its id. */
  async create(name: string): Promise<string> {
    const answer = await this.#test.call("POST", projects, { json: { name } });
    assert.equal(answer.status, 200, answer.text);
    return answer.json<{ id: string }>().id;
  }

  /** Imports changes. The name of each is that of what it changes. */
  async import(project: string, ...documents: readonly ChangeDraft[]): Promise<TestAnswer> {
    const changes = documents.map((document) => ({
      id: randomUUID(),
      name: `${document.kind} ${document.id}`,
      description: "",
      document,
    }));
    return this.importZip(project, await zipOf({ "changes.json": JSON.stringify({ versions: [{ changes }] }) }));
  }

  async importZip(
    project: string | undefined,
    body: Uint8Array | ReadableStream,
    contentType = "application/zip",
  ): Promise<TestAnswer> {
    const answer = await fetch(`${this.#test.service.ready.url}${projects}/${project}/commits`, {
      method: "PUT",
      headers: { ...(await this.#credential()), "content-type": contentType },
      body,
      duplex: "half",
    } as RequestInit);
    const text = await answer.text();
    return { status: answer.status, headers: {}, text, json: () => JSON.parse(text) };
  }

  /** Asks for an export of production versions, whose answer is an archive, or JSON. */
  async export(exportParameters: unknown, accept = "application/zip, application/json") {
    const answer = await fetch(`${this.#test.service.ready.url}${versions}`, {
      method: "POST",
      headers: { ...(await this.#credential()), "content-type": "application/json", accept },
      body: JSON.stringify({ operation: "export", exportParameters }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, type: answer.headers.get("content-type"), bytes };
  }

  /** Exports the production versions from one on, and returns the archive. */
  async exported(startVersion: string | undefined): Promise<Buffer> {
    const { status, bytes } = await this.export({ startVersion });
    assert.equal(status, 200);
    return bytes;
  }

  async #credential(): Promise<Readonly<Record<string, string>>> {
    return (
      this.#user?.headers ?? {
        apikey: this.#test.service.ready.apiKey,
        cookie: `ServiceASIDToken=${await this.#test.signIn()}`,
      }
    );
  }

  /** Creates a project with changes, which must be accepted. */
  async with(name: string, ...documents: readonly ChangeDraft[]): Promise<string> {
    const project = await this.create(name);
    const answer = await this.import(project, ...documents);
    assert.equal(answer.status, 200, answer.text);
    return project;
  }

  publish(project: string | undefined): Promise<TestAnswer> {
    return this.#test.call("POST", `${projects}/${project}`, { json: { operation: "commitAndPublish" } });
  }

  /** Publishes, which must succeed, and returns the production version. */
  async published(project: string | undefined): Promise<ProductionVersion> {
    const answer = fittedAnswer<{ commitAndPublish: { publishedVersion: ProductionVersion } }>(
      "runProjectOperation",
      await this.publish(project),
    );
    return answer.commitAndPublish.publishedVersion;
  }

  /** Returns the production versions, the latest first. */
  async versions(): Promise<readonly ProductionVersion[]> {
    return fittedAnswer<{ publishedVersions: ProductionVersion[] }>(
      "listProductionVersions",
      await this.#test.call("GET", versions),
    ).publishedVersions;
  }

  /** Returns the id of a new project that takes production back to a version. */
  async rollBack(version: string | undefined): Promise<string> {
    const answer = await this.#test.call("POST", `${versions}/${version}`, { json: { operation: "rollBackTo" } });
    assert.equal(answer.status, 200, answer.text);
    return answer.json<{ rollBackTo: { id: string } }>().rollBackTo.id;
  }

  ask(query: string, project?: string): Promise<TestAnswer> {
    return this.#test.call("POST", "/v1/data/query/sql", {
      json: { query },
      headers: {
        Accept: "application/jsonlines, application/json",
        ...(project !== undefined && { ProjectID: project }),
      },
    });
  }

  /** Returns the rows of a query, which must succeed, without the names of the columns. */
  async rows(query: string, project?: string): Promise<readonly (readonly unknown[])[]> {
    const answer = await this.ask(query, project);
    assert.equal(answer.status, 200, answer.text);
    return answer.text
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => JSON.parse(line) as unknown[]);
  }

  /** Returns the ids of the model's objects of a type that a search finds. */
  async found(text: string, objectType: string, project?: string): Promise<readonly string[]> {
    const answer = await this.#test.call("POST", "/v1alpha/search/service-objects", {
      json: { query: [text], objectType },
      headers: project === undefined ? {} : { ProjectID: project },
    });
    assert.equal(answer.status, 200, answer.text);
    const { results } = answer.json<{ results: { resultsForQuery: { id: string }[] }[] }>();
    return results.flatMap(({ resultsForQuery }) => resultsForQuery.map(({ id }) => id));
  }
}
