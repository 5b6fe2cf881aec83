import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Project } from "../../src/contract/projects.ts";
import type { TestAnswer, TestService } from "./running-service.ts";
import { zipOf } from "./zip-of.ts";

const projects = "/v1/admin/projects";
const versions = "/v1/admin/production-versions";

/** The document of a change as a file of changes has it. */
export interface ChangeDraft {
  readonly kind: string;
  readonly id: string;
  readonly object?: string;
  readonly before?: unknown;
  readonly after: unknown;
}

/** Makes, changes and publishes projects of a service, and asks queries in them. */
export class ProjectCaller {
  readonly #test: TestService;

  constructor(test: TestService) {
    this.#test = test;
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

  async importZip(project: string, bytes: Uint8Array): Promise<TestAnswer> {
    const { ready } = this.#test.service;
    const answer = await fetch(`${ready.url}${projects}/${project}/commits`, {
      method: "PUT",
      headers: {
        apikey: ready.apiKey,
        cookie: `ServiceASIDToken=${await this.#test.signIn()}`,
        "content-type": "application/zip",
      },
      body: new Uint8Array(bytes),
    });
    const text = await answer.text();
    return { status: answer.status, headers: {}, text, json: () => JSON.parse(text) };
  }

  /** Creates a project with changes, which must be accepted. */
  async with(name: string, ...documents: readonly ChangeDraft[]): Promise<string> {
    const project = await this.create(name);
    const answer = await this.import(project, ...documents);
    assert.equal(answer.status, 200, answer.text);
    return project;
  }

  publish(project: string): Promise<TestAnswer> {
    return this.#test.call("POST", `${projects}/${project}`, { json: { operation: "commitAndPublish" } });
  }

  /** Publishes, which must succeed, and returns the production version. */
  async published(project: string): Promise<Project> {
    const answer = await this.publish(project);
    assert.equal(answer.status, 200, answer.text);
    return answer.json<{ commitAndPublish: { publishedVersion: Project } }>().commitAndPublish.publishedVersion;
  }

  async versions(): Promise<readonly Project[]> {
    return (await this.#test.call("GET", versions)).json<{ publishedVersions: Project[] }>().publishedVersions;
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
