import assert from "node:assert/strict";
import { foldName } from "../../../../src/languages/core/text/match-score.ts";
import { memberLists } from "../../../../src/service/sample/members/member-lists.ts";
import { sampleModel } from "../../../../src/service/sample/sample-model.ts";
import { sampleTexts } from "../../../../src/service/sample/sample-texts.ts";

/** sql-like-language appendix A: properties | dimensions and levels | concepts | references and targets, with `*` for several; and our Skill. */
const appendix: Readonly<Record<string, string>> = {
  Employee:
    "EmployeeID Full_Name Work_Email Age Base_Salary Start_Date | Gender[Gender] Location[Location_0,Location_1,Location_2] Function[Function] Pay_Level[Pay_Level] Work_Model[Work_Model] Org_Unit[Level_1,Level_2,Level_3,Level_4,Level_5] Tenure_Range[] | isManager isHighPotential | Direct_Manager>Employee Position>Position Skill>Skill*",
  Position: "PositionID Title | Job_Family[Job_Family_0,Job_Family_1] |  | ",
  Skill: "SkillID Name |  |  | ",
  Requisition:
    "RequisitionID Opened_On | Requisition_Status[Requisition_Status] | isOpenRequisition | Recruiter>Employee",
  Employee_Exit:
    "Exit_Date Exit_Note | Exit_Reason[Exit_Reason_0,Exit_Reason_1] Exit_Type[Exit_Type] Exit_Channel[Exit_Channel] | isRegrettedExit | Employee>Employee",
  Employment_Start: " | Start_Source[Start_Source] |  | Employee>Employee",
  Pay_Change: "Change_Amount Change_Reason Batch_Code |  |  | Employee>Employee",
};

/** The members that the example queries name. */
const namedMembers: readonly (readonly [list: string, path: string])[] = [
  ["Work_Model", "Office"],
  ["Work_Model", "Hybrid"],
  ["Exit_Type", "Voluntary"],
  ["Exit_Type", "Retirement"],
  ["Exit_Channel", "Transfer"],
  ["Location", "EMEA.Spain"],
  ["Location", "EMEA.Poland"],
];

suite("the sample model", () => {
  test("has the objects of the language document's examples", () => {
    const written = Object.fromEntries(
      sampleModel.objects.map((object) => [
        object.id,
        [
          object.properties.map(({ id }) => id).join(" "),
          object.dimensions
            .map(({ id, levels }) => `${id}[${(levels ?? []).map((level) => level.id).join(",")}]`)
            .join(" "),
          object.concepts.map(({ id }) => id).join(" "),
          object.references
            .map(({ id, target, isMultiValue }) => `${id}>${target}${isMultiValue ? "*" : ""}`)
            .join(" "),
        ].join(" | "),
      ]),
    );
    assert.deepEqual(written, appendix);
  });

  test("names each unsupported object by its kind", () => {
    const employee = sampleModel.objects.find(({ id }) => id === "Employee");
    assert.deepEqual(employee?.unsupported, { Internal_Moves: "movement concept" });
  });

  test("has metrics over objects and properties of its own", () => {
    for (const metric of sampleModel.metrics) {
      const object = sampleModel.objects.find(({ id }) => id === metric.object);
      assert.ok(object, metric.id);
      if (metric.kind === "base") {
        assert.equal(metric.aggregate === "count", metric.property === undefined, metric.id);
        assert.ok(!metric.property || object.properties.some(({ id }) => id === metric.property), metric.id);
      } else {
        for (const part of [metric.left, metric.right]) {
          const target: string | undefined = part.through
            ? object.references.find(({ id }) => id === part.through)?.target
            : metric.object;
          assert.equal(sampleModel.metrics.find(({ id }) => id === part.metric)?.object, target, metric.id);
        }
      }
    }
  });

  test("has a member list for every dimension, as deep as its levels", () => {
    for (const dimension of sampleModel.objects.flatMap((object) => object.dimensions)) {
      const list = memberLists.find(({ membersOf }) => membersOf === dimension.membersOf);
      assert.ok(list, dimension.id);
      const depths = [...new Set(list.members.map(({ depth }) => depth))].sort();
      const expected = dimension.kind === "range" ? [0] : dimension.levels?.map(({ depth }) => depth);
      assert.deepEqual(depths, expected, dimension.id);
    }
  });

  test("has the members that the examples name", () => {
    for (const [membersOf, path] of namedMembers) {
      const list = memberLists.find((each) => each.membersOf === membersOf);
      assert.ok(
        list?.members.some((member) => member.path === path),
        path,
      );
    }
  });

  test("has names of members without dots, once under each parent", () => {
    for (const { members, membersOf } of memberLists) {
      assert.equal(new Set(members.map(({ path }) => path)).size, members.length, membersOf);
      assert.ok(
        members.every(({ name }) => !name.includes(".")),
        membersOf,
      );
    }
  });

  test("explains every element, and each text belongs to one", () => {
    const paths = [
      ...sampleModel.metrics.map(({ id }) => id),
      ...sampleModel.objects.flatMap((object) => [
        object.id,
        ...[object.properties, object.dimensions, object.concepts, object.references]
          .flat()
          .map(({ id }) => `${object.id}.${id}`),
      ]),
    ];
    const levels = sampleModel.objects.flatMap(({ id, dimensions }) =>
      dimensions.flatMap((dimension) => (dimension.levels ?? []).map((level) => `${id}.${dimension.id}.${level.id}`)),
    );
    for (const path of paths) {
      assert.ok(sampleTexts[path]?.explanation, path);
    }
    assert.deepEqual(
      Object.keys(sampleTexts).filter((path) => !paths.includes(path) && !levels.includes(path)),
      [],
    );
  });

  test("has no synonym that stands for two metrics, two objects or two parts of one object", () => {
    const scopes = [
      sampleModel.metrics,
      sampleModel.objects,
      ...sampleModel.objects.map(({ properties, dimensions, concepts }) => [
        ...properties,
        ...dimensions,
        ...concepts,
        ...dimensions.flatMap(({ levels }) => (levels && levels.length > 1 ? levels : [])),
      ]),
    ];
    for (const scope of scopes) {
      const names = scope.flatMap(({ displayName, synonyms = [] }) => [displayName, ...synonyms].map(foldName));
      const synonyms = scope.flatMap(({ synonyms: all = [] }) => all.map(foldName));
      assert.deepEqual(
        synonyms.filter((synonym) => names.indexOf(synonym) !== names.lastIndexOf(synonym)),
        [],
      );
    }
  });

  test("has synonyms of members that exist", () => {
    for (const [membersOf, synonyms] of Object.entries(sampleModel.memberSynonyms ?? {})) {
      const list = memberLists.find((each) => each.membersOf === membersOf);
      const unknown = Object.keys(synonyms).filter((path) => !list?.members.some((member) => member.path === path));
      assert.deepEqual(unknown, [], membersOf);
    }
  });
});
