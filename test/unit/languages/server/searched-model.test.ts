import assert from "node:assert/strict";
import { ModelFileSearch } from "../../../../src/languages/core/model/model-file-search.ts";
import type { ModelSearch, ModelSearchResult } from "../../../../src/languages/core/model/model-requests.ts";
import { SearchedModel } from "../../../../src/languages/server/searched-model.ts";
import { checkStatementText } from "../../../../src/languages/sql-like/checks/check-document.ts";
import { type ParsedStatementText, QueryDocument } from "../../../../src/languages/sql-like/syntax/query-document.ts";
import { modelFileOf } from "../../../support/model-file-of.ts";

const range = 'Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")';
const partOf = (text: string): ParsedStatementText => QueryDocument.create(text).statementAt(0).part;

class FakeHost {
  readonly searches: ModelSearch[] = [];
  isOnline = true;
  readonly #files = new ModelFileSearch([modelFileOf({ "Employee.Work_Model": ["Office", "Hybrid"] })]);
  readonly #later: (() => void)[] = [];

  readonly model = new SearchedModel({
    ask: (search) => {
      this.searches.push(search);
      return this.isOnline ? Promise.resolve(this.answer(search)) : Promise.reject(new Error("Nobody is there."));
    },
    timeColumn: () => "Service_Time",
    schedule: (run) => {
      this.#later.push(run);
      return () => undefined;
    },
  });

  answer(search: ModelSearch): ModelSearchResult {
    return this.#files.search(search);
  }

  /** Lets the time pass that the model waits after a failure. */
  passTime(): void {
    for (const run of this.#later.splice(0)) {
      run();
    }
  }

  /** Resolves when the model tells that it has changed. */
  changed(isWanted = () => true): Promise<void> {
    return new Promise((resolve) => this.model.onDidChange(() => isWanted() && resolve()));
  }

  problemsOf(part: ParsedStatementText): string[] {
    const known = this.model.modelOf(part);
    const members = known?.members;
    return checkStatementText(part, known?.source, members && { members }).problems.map(({ code }) => code);
  }
}

describe("a model that is searched for", () => {
  it("looks each name up once, and the names of all parts together", async () => {
    const host = new FakeHost();
    const parts = Array.from({ length: 200 }, (_, index) =>
      partOf(`SELECT EmployeeID, Age, Position.Title FROM Employee WHERE Age > ${index} AND ${range}`),
    );
    await Promise.all(parts.map((part) => host.model.load(part)));
    assert.ok(parts.every((part) => host.model.isLoaded(part)));
    assert.deepEqual(host.problemsOf(parts[0] as ParsedStatementText), []);
    assert.ok(host.searches.length <= 10, `${host.searches.length} searches`);
    const asked = host.searches.flatMap(({ kind, object, names = [] }) =>
      names.map((name) => [kind, object, name].join()),
    );
    assert.equal(new Set(asked).size, asked.length);
  });

  it("knows a part at once when its names are known from another", async () => {
    const host = new FakeHost();
    await host.model.load(partOf(`SELECT EmployeeID FROM Employee WHERE ${range}`));
    const { length } = host.searches;
    assert.ok(host.model.isLoaded(partOf(`SELECT EmployeeID AS Who FROM Employee WHERE ${range}`)));
    assert.equal(host.searches.length, length);
  });

  it("says nothing of names while nobody answers, and tries again later", async () => {
    const host = new FakeHost();
    host.isOnline = false;
    const part = partOf(`SELECT Nonsense FROM Employee WHERE ${range}`);
    await host.model.load(part);
    assert.equal(host.model.isLoaded(part), false);
    assert.deepEqual(host.problemsOf(part), []);
    const { length } = host.searches;
    await host.model.load(part);
    assert.equal(host.searches.length, length, "it waits before it asks again");

    host.isOnline = true;
    const changed = host.changed();
    host.passTime();
    await changed;
    await host.model.load(part);
    assert.deepEqual(host.problemsOf(part), ["SL301"]);
  });

  const broken = {
    "throws instead of answering": () => {
      throw new Error("The connection is closed.");
    },
    "answers what is no answer": () => ({ isComplete: true }) as ModelSearchResult,
  };
  for (const [what, answer] of Object.entries(broken)) {
    it(`keeps nobody waiting for a host that ${what}, and tries again later`, async () => {
      const host = new FakeHost();
      const whole = host.answer.bind(host);
      host.answer = answer;
      const part = partOf(`SELECT Nonsense FROM Employee WHERE ${range}`);
      await host.model.load(part);
      assert.equal(host.model.isLoaded(part), false);

      host.answer = whole;
      const changed = host.changed();
      host.passTime();
      await changed;
      await host.model.load(part);
      assert.deepEqual(host.problemsOf(part), ["SL301"]);
    });
  }

  it("loads a part that is asked for as soon as another is there", async () => {
    const host = new FakeHost();
    const first = partOf(`SELECT EmployeeID FROM Employee WHERE ${range}`);
    const second = partOf(`SELECT Age FROM Employee WHERE ${range}`);
    await host.model.load(first).then(() => host.model.load(second));
    assert.equal(host.model.isLoaded(second), true);
  });

  it("judges no part whose names the service did not answer wholly", async () => {
    const host = new FakeHost();
    host.answer = () => ({ entries: [], isComplete: false });
    const part = partOf(`SELECT EmployeeID FROM Employee WHERE ${range}`);
    await host.model.load(part);
    assert.equal(host.model.isLoaded(part), false);
    assert.deepEqual(host.problemsOf(part), []);
  });

  it("checks members after the names, without keeping these waiting", async () => {
    const host = new FakeHost();
    const part = partOf(`SELECT EmployeeID FROM Employee WHERE Work_Model = "Hybird" AND ${range}`);
    const checked = host.changed(() => host.model.modelOf(part)?.members !== undefined);
    await host.model.load(part);
    assert.deepEqual(host.problemsOf(part), []);
    await checked;
    assert.deepEqual(host.problemsOf(part), ["SL407"]);
  });

  it("knows nothing any more when another model is asked", async () => {
    const host = new FakeHost();
    const part = partOf(`SELECT EmployeeID FROM Employee WHERE ${range}`);
    await host.model.load(part);
    const changed = host.changed();
    host.model.forget();
    assert.equal(host.model.isLoaded(part), false);
    await changed;
    await host.model.load(part);
    assert.equal(host.model.isLoaded(part), true);
  });

  it("never calls a name unknown that a service hides behind a page of others", async () => {
    const host = new FakeHost();
    const whole = host.answer.bind(host);
    host.answer = (search) => (search.names?.includes("Age") ? { entries: [], isComplete: false } : whole(search));
    const part = partOf(`SELECT Age FROM Employee WHERE ${range}`);
    await host.model.load(part);
    assert.equal(host.model.isLoaded(part), false);
  });

  it("waits no more for a host that never answered when another model is asked", async () => {
    const host = new FakeHost();
    const whole = host.answer.bind(host);
    const silence = new Promise<never>(() => undefined);
    host.answer = () => silence as never;
    const part = partOf(`SELECT EmployeeID FROM Employee WHERE ${range}`);
    const loaded = host.model.load(part);
    await Promise.resolve();
    host.answer = whole;
    host.model.forget();
    await loaded;
    assert.equal(host.model.isLoaded(part), true);
  });
});
