import assert from "node:assert/strict";
import { createSampleProjects } from "../../../../src/service/sample-content/sample-projects.ts";

const user = { userId: "u-1" };

suite("the projects of the sample", () => {
  const { projects, versions, changes } = createSampleProjects("WFF_demo", user);

  test("are the same every time, with ids of their own in each tenant", () => {
    assert.deepEqual(createSampleProjects("WFF_demo", user), { projects, versions, changes });
    const idsOf = (sample: ReturnType<typeof createSampleProjects>) => [
      ...sample.projects.map(({ project }) => project.id),
      ...sample.versions.map(({ id }) => id),
      ...sample.changes.flatMap((group) => group.changes.map(({ id }) => id)),
    ];
    const all = [...idsOf({ projects, versions, changes }), ...idsOf(createSampleProjects("WFF_demo~north", user))];
    assert.equal(new Set(all).size, all.length);
  });

  test("have versions that are counted from 1, each with changes", () => {
    assert.deepEqual(
      versions.map(({ versionNumber }) => versionNumber),
      versions.map((_, index) => index + 1),
    );
    for (const { id } of versions) {
      assert.equal(changes.filter(({ version, isCommitted }) => version === id && isCommitted).length, 1);
    }
    assert.ok(changes.every(({ version }) => version === undefined || versions.some(({ id }) => id === version)));
  });

  test("have changes to commit where the user works, and only where changes can be made", () => {
    const open = projects.filter(({ stage }) => stage === "Open").map(({ project }) => project.id);
    const uncommitted = changes.filter(({ isCommitted, changes: made }) => !isCommitted && made.length > 0);
    assert.equal(uncommitted.length, 3);
    assert.ok(uncommitted.every(({ project, authorId }) => open.includes(project) && authorId === user.userId));
  });
});
