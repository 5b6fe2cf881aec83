import type { Level, NamedModelItem, Reference } from "../../languages/core/model/model-source.ts";
import type {
  BaseMetric,
  StoredDimension,
  StoredMetric,
  StoredObject,
  StoredProperty,
  TenantModel,
} from "../model/tenant-model.ts";
import { functionProfiles } from "./members/functions.ts";
import { tenureBounds } from "./members/member-lists.ts";
import { organizationList } from "./members/organization.ts";
import { sampleMemberSynonyms, sampleTexts } from "./sample-texts.ts";

const displayNameOf = (id: string): string => id.replaceAll("_", " ");
const named = (id: string, displayName = displayNameOf(id)) => ({ id, displayName });
const text = (id: string, displayName?: string): StoredProperty => ({
  ...named(id, displayName),
  type: "text",
  storage: "VARCHAR",
});
const number = (id: string, storage: "DOUBLE" | "BIGINT" = "DOUBLE"): StoredProperty => ({
  ...named(id),
  type: "number",
  storage,
});
const date = (id: string): StoredProperty => ({ ...named(id), type: "date", storage: "TIMESTAMP" });

/** Creates a dimension with levels. Without level names, it has a single level with the name of the dimension. */
function leveled(id: string, ...levels: readonly string[]): StoredDimension {
  const named_: readonly Level[] =
    levels.length === 0
      ? [{ ...named(id), depth: 0 }]
      : levels.map((displayName, depth) => ({ id: `${id}_${depth}`, displayName, depth }));
  return { ...named(id), kind: "leveled", levels: named_, membersOf: id };
}

function parentChild(id: string, membersOf: string, depth: number): StoredDimension {
  const levels = Array.from({ length: depth }, (_, index) => ({
    id: `Level_${index + 1}`,
    displayName: `Level ${index + 1}`,
    depth: index + 1,
  }));
  return { ...named(id), kind: "parentChild", levels, membersOf };
}

const reference = (id: string, target: string, isMultiValue = false): Reference => ({
  ...named(id),
  target,
  isMultiValue,
});

const organizationDepth = Math.max(...organizationList.members.map((member) => member.depth));

const objects: readonly StoredObject[] = [
  {
    ...named("Employee"),
    kind: "subject",
    key: "EmployeeID",
    endedBy: { event: "Employee_Exit", reference: "Employee" },
    properties: [
      text("EmployeeID", "Employee ID"),
      text("Full_Name"),
      text("Work_Email"),
      { ...number("Age", "BIGINT"), isCalculated: true },
      number("Base_Salary"),
      date("Start_Date"),
    ],
    dimensions: [
      leveled("Gender"),
      { ...leveled("Location", "Region", "Country", "City"), isOpen: true },
      { ...leveled("Function"), isOpen: true },
      leveled("Pay_Level"),
      leveled("Work_Model"),
      { ...parentChild("Org_Unit", organizationList.membersOf, organizationDepth), isOpen: true },
      {
        ...named("Tenure_Range"),
        kind: "range",
        levels: [],
        membersOf: "Tenure_Range",
        range: { since: "Start_Date", bounds: tenureBounds },
      },
    ],
    concepts: [named("isManager", "Is manager"), named("isHighPotential", "Is high potential")],
    references: [
      reference("Direct_Manager", "Employee"),
      reference("Position", "Position"),
      reference("Skill", "Skill", true),
    ],
    memberMaps: [
      {
        ...named("Function_Division", "Division of the function"),
        explanation: "Division of the company that each function belongs to.",
        dimension: "Function",
        target: "Org_Unit",
        members: Object.fromEntries(functionProfiles.map(({ name, division }) => [name, `COMPANY.${division}`])),
      },
    ],
    unsupported: { Internal_Moves: "movement concept" },
  },
  {
    ...named("Position"),
    kind: "subject",
    key: "PositionID",
    properties: [text("PositionID", "Position ID"), text("Title")],
    dimensions: [{ ...leveled("Job_Family", "Job family group", "Job family"), isOpen: true }],
    concepts: [],
    references: [],
    unsupported: {},
  },
  {
    ...named("Skill"),
    kind: "subject",
    key: "SkillID",
    properties: [text("SkillID", "Skill ID"), text("Name", "Skill name")],
    dimensions: [],
    concepts: [],
    references: [],
    unsupported: {},
  },
  {
    ...named("Requisition"),
    kind: "subject",
    key: "RequisitionID",
    properties: [text("RequisitionID", "Requisition ID"), date("Opened_On")],
    dimensions: [leveled("Requisition_Status")],
    concepts: [named("isOpenRequisition", "Is open requisition")],
    references: [reference("Recruiter", "Employee")],
    unsupported: {},
  },
  {
    ...named("Employee_Exit"),
    kind: "event",
    properties: [date("Exit_Date"), text("Exit_Note")],
    dimensions: [
      { ...leveled("Exit_Reason", "Exit reason group", "Exit reason"), isOpen: true },
      leveled("Exit_Type"),
      leveled("Exit_Channel"),
    ],
    concepts: [named("isRegrettedExit", "Is regretted exit")],
    references: [reference("Employee", "Employee")],
    unsupported: {},
  },
  {
    ...named("Employment_Start"),
    kind: "event",
    properties: [],
    dimensions: [leveled("Start_Source")],
    concepts: [],
    references: [reference("Employee", "Employee")],
    unsupported: {},
  },
  {
    ...named("Pay_Change"),
    kind: "event",
    properties: [number("Change_Amount"), text("Change_Reason"), text("Batch_Code")],
    dimensions: [],
    concepts: [],
    references: [reference("Employee", "Employee")],
    unsupported: {},
  },
];

const count = (id: string, displayName: string, object: string, filter?: string): BaseMetric => ({
  id,
  displayName,
  object,
  parameters: [],
  kind: "base",
  aggregate: "count",
  ...(filter && { filter }),
});

const metrics: readonly StoredMetric[] = [
  count("employeeCount", "Employee count", "Employee"),
  {
    ...count("averageSalary", "Average salary", "Employee"),
    aggregate: "average",
    property: "Base_Salary",
  },
  {
    ...count("employeeCountAbovePay", "Employee count above pay", "Employee", "Base_Salary > threshold"),
    parameters: [{ id: "threshold", displayName: "Threshold", kind: "number" }],
  },
  count("requisitionCount", "Requisition count", "Requisition"),
  count("openingCount", "Opening count", "Requisition", "isOpenRequisition = TRUE"),
  count("exitCount", "Exit count", "Employee_Exit"),
  count("resignationCount", "Resignation count", "Employee_Exit", "Exit_Type IN ('Voluntary')"),
  {
    id: "resignationRate",
    displayName: "Resignation rate",
    object: "Employee_Exit",
    parameters: [],
    kind: "derived",
    operator: "divide",
    left: { metric: "resignationCount" },
    right: { metric: "employeeCount", through: "Employee" },
  },
  count("startCount", "Start count", "Employment_Start"),
  {
    ...count("payChangeTotal", "Pay change total", "Pay_Change"),
    aggregate: "sum",
    property: "Change_Amount",
  },
  count("positionCount", "Position count", "Position"),
];

function withTexts<Item extends NamedModelItem>(item: Item, path = item.id): Item {
  return { ...item, ...sampleTexts[path] };
}

/**
 * Business model of the sample tenant: sql-like-language appendix A, the event Employment_Start, the subject Skill with
 * the multi-value reference to it, and semantics.md, "Metrics of the sample model".
 */
export const sampleModel: TenantModel = {
  objects: objects.map((object) => {
    const within = <Part extends NamedModelItem>(parts: readonly Part[], path = object.id) =>
      parts.map((part) => withTexts(part, `${path}.${part.id}`));
    return withTexts({
      ...object,
      properties: within(object.properties),
      dimensions: within(
        object.dimensions.map((dimension) => ({
          ...dimension,
          levels: within(dimension.levels ?? [], `${object.id}.${dimension.id}`),
        })),
      ),
      concepts: within(object.concepts),
      references: within(object.references),
    });
  }),
  metrics: metrics.map((metric) => withTexts(metric)),
  memberSynonyms: sampleMemberSynonyms,
  fiscalYearStartMonth: 1,
  dataStart: "2016-01-01T00:00:00.000Z",
  dataEnd: "2026-01-01T00:00:00.000Z",
};

/** Returns the object of the sample model with this id. Throws if it does not exist. */
export function findSampleObject(id: string): StoredObject {
  const object = objects.find((candidate) => candidate.id === id);
  if (!object) {
    throw new Error(`The sample has no object "${id}".`);
  }
  return object;
}
