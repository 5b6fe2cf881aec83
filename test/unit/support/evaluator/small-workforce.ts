import type { TenantModel } from "../../../../src/service/model/tenant-model.ts";
import { buildWorkforce, type RecordDraft } from "../../../support/evaluator/build-workforce.ts";

const named = (id: string) => ({ id, displayName: id });

/** A company small enough to count by hand; its fiscal year starts in April. */
export const smallModel: TenantModel = {
  objects: [
    {
      ...named("Worker"),
      kind: "subject",
      properties: [
        { ...named("Code"), type: "text", storage: "VARCHAR" },
        { ...named("Pay"), type: "number", storage: "DOUBLE" },
        { ...named("Joined"), type: "date", storage: "TIMESTAMP" },
      ],
      dimensions: [
        {
          ...named("Place"),
          kind: "leveled",
          levels: [
            { ...named("Place_0"), depth: 0 },
            { ...named("Place_1"), depth: 1 },
          ],
          membersOf: "Place",
        },
        {
          ...named("Unit"),
          kind: "parentChild",
          levels: [
            { ...named("Level_1"), depth: 1 },
            { ...named("Level_2"), depth: 2 },
          ],
          membersOf: "Unit",
        },
      ],
      concepts: [named("isLead")],
      references: [
        { ...named("Boss"), target: "Worker", isMultiValue: false },
        { ...named("Skills"), target: "Skill", isMultiValue: true },
      ],
      unsupported: {},
    },
    {
      ...named("Skill"),
      kind: "subject",
      properties: [{ ...named("Title"), type: "text", storage: "VARCHAR" }],
      dimensions: [],
      concepts: [],
      references: [],
      unsupported: {},
    },
    {
      ...named("Leave"),
      kind: "event",
      properties: [],
      dimensions: [{ ...named("Why"), kind: "range", levels: [], membersOf: "Why" }],
      concepts: [],
      references: [{ ...named("Worker"), target: "Worker", isMultiValue: false }],
      unsupported: {},
    },
  ],
  metrics: [
    { ...named("heads"), object: "Worker", parameters: [], kind: "base", aggregate: "count" },
    { ...named("meanPay"), object: "Worker", parameters: [], kind: "base", aggregate: "average", property: "Pay" },
    {
      ...named("paidOver"),
      object: "Worker",
      parameters: [{ ...named("bound"), kind: "number", default: 100 }],
      kind: "base",
      aggregate: "count",
      filter: "Pay > bound",
    },
    { ...named("leaves"), object: "Leave", parameters: [], kind: "base", aggregate: "count" },
    {
      ...named("leaveRate"),
      object: "Leave",
      parameters: [],
      kind: "derived",
      operator: "divide",
      left: { metric: "leaves" },
      right: { metric: "heads", through: "Worker" },
    },
  ],
  fiscalYearStartMonth: 4,
  dataStart: "2020-01-01T00:00:00.000Z",
  dataEnd: "2024-07-01T00:00:00.000Z",
};

const members = {
  Place: ["North", "North.Oslo", "North.Bergen", "South", "South.Rome"],
  Unit: ["All", "All.Sales", "All.Works"],
  Why: ["Pay", "Other"],
};

const records: Readonly<Record<string, readonly RecordDraft[]>> = {
  Worker: [
    {
      key: 1,
      from: "2020-01-01",
      to: "2024-05-01",
      values: {
        Code: "a",
        Pay: 100,
        Joined: "2020-01-01",
        Place: "North.Oslo",
        Unit: "All",
        isLead: true,
        Skills: [1, 2],
      },
    },
    {
      key: 1,
      from: "2024-05-01",
      values: {
        Code: "a",
        Pay: 150,
        Joined: "2020-01-01",
        Place: "South.Rome",
        Unit: "All",
        isLead: true,
        Skills: [1],
      },
    },
    {
      key: 2,
      from: "2024-02-01",
      to: "2024-06-15",
      values: {
        Code: "b",
        Pay: 90,
        Joined: "2024-02-01",
        Place: "North.Bergen",
        Unit: "All.Sales",
        isLead: false,
        Boss: 1,
      },
    },
    {
      key: 3,
      from: "2024-06-01",
      values: { Code: "c", Pay: null, Joined: null, Unit: "All.Works", isLead: null, Boss: 2 },
    },
  ],
  Skill: [
    { key: 1, from: "2020-01-01", values: { Title: "Welding" } },
    { key: 2, from: "2020-01-01", values: { Title: "Wiring" } },
  ],
  Leave: [
    { key: 1, from: "2024-06-01", values: { Why: "Pay", Worker: 2 } },
    { key: 2, from: "2024-06-15", values: { Why: "Other", Worker: 2 } },
    { key: 3, from: "2024-07-01", values: { Why: null, Worker: 1 } },
  ],
};

export const smallWorkforce = buildWorkforce(smallModel, members, records);
