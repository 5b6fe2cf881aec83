import type {
  StoredDimension,
  StoredMetric,
  StoredObject,
  TenantModel,
} from "../../../src/service/model/tenant-model.ts";
import { type Value, Workforce, type WorkforceMember, type WorkforceRecord } from "../evaluator/workforce.ts";
import type { ChangeDraft } from "../project-caller.ts";
import type { Dice } from "../query-generator/dice.ts";

/** A workforce whose model has the change; its computed attributes are computed record by record. */
export function changedWorkforce(workforce: Workforce, change: ChangeDraft): Workforce {
  return computed(workforce, changedModel(workforce.model, change));
}

function changedModel(model: TenantModel, { kind, object, id, after }: ChangeDraft): TenantModel {
  const replaced = <Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] => {
    if (after === null) {
      return items.filter((item) => item.id !== id);
    }
    const definition = { id, ...(after as object) } as unknown as Item;
    return items.some((item) => item.id === id)
      ? items.map((item) => (item.id === id ? definition : item))
      : [...items, definition];
  };
  if (kind === "metric") {
    return { ...model, metrics: replaced(model.metrics) };
  }
  return {
    ...model,
    objects: model.objects.map((one) => {
      if (one.id !== object) {
        return one;
      }
      return kind === "property"
        ? { ...one, properties: replaced(one.properties) }
        : { ...one, dimensions: replaced(one.dimensions) };
    }),
  };
}

function computed(workforce: Workforce, model: TenantModel): Workforce {
  const records = new Map<string, readonly WorkforceRecord[]>();
  const members = new Map<string, readonly WorkforceMember[]>();
  for (const object of model.objects) {
    records.set(
      object.id,
      workforce.records(object.id).map((record) => ({ ...record, values: valuesOf(record, object) })),
    );
    for (const dimension of object.dimensions) {
      members.set(dimension.membersOf, dimension.bands ? bandsOf(dimension) : workforce.members(dimension));
    }
  }
  return new Workforce(model, records, members);
}

function valuesOf({ values }: WorkforceRecord, { properties, dimensions }: StoredObject): ReadonlyMap<string, Value> {
  const all = new Map(values);
  for (const { id, formula } of properties) {
    if (formula) {
      const numberOf = (operand: string | number) => (typeof operand === "number" ? operand : values.get(operand));
      const [left, right] = [numberOf(formula.left), numberOf(formula.right)];
      all.set(
        id,
        typeof left === "number" && typeof right === "number" ? calculate(formula.operator, left, right) : null,
      );
    }
  }
  for (const { id, bands } of dimensions) {
    const value = bands && values.get(bands.property);
    if (bands) {
      all.set(id, typeof value === "number" ? bands.bounds.filter((bound) => value >= bound).length : null);
    }
  }
  return all;
}

function calculate(operator: string, left: number, right: number): number | null {
  switch (operator) {
    case "add":
      return left + right;
    case "subtract":
      return left - right;
    case "multiply":
      return left * right;
    default:
      return right === 0 ? null : left / right;
  }
}

function bandsOf({ bands }: StoredDimension): readonly WorkforceMember[] {
  const bounds = bands?.bounds ?? [];
  const [first, last] = [bounds[0], bounds.at(-1)];
  const names = [
    [`Under_${first}`, `Under ${first}`],
    ...bounds.slice(1).map((bound, index) => [`${bounds[index]}_${bound}`, `${bounds[index]} to under ${bound}`]),
    [`${last}_up`, `${last} and more`],
  ];
  return names.map(([name = "", displayName = ""], ordinal) => ({
    ordinal,
    depth: 0,
    name,
    displayName,
    path: name,
    ancestors: [ordinal],
    isLeaf: true,
  }));
}

const monthlySalary = (divisor: number): ChangeDraft => ({
  kind: "property",
  object: "Employee",
  id: "Monthly_Salary",
  after: {
    displayName: "Monthly salary",
    type: "number",
    storage: "DOUBLE",
    formula: { operator: "divide", left: "Base_Salary", right: divisor },
  },
});

const payBand = (...bounds: readonly number[]): ChangeDraft => ({
  kind: "dimension",
  object: "Employee",
  id: "Pay_Band",
  after: {
    displayName: "Pay band",
    kind: "range",
    levels: [],
    membersOf: "Employee.Pay_Band",
    bands: { property: "Base_Salary", bounds },
  },
});

/** Computed attributes that production has before projects change them. */
export const firstChanges: readonly ChangeDraft[] = [monthlySalary(16), payBand(60_000, 90_000)];

/** Makes a change of the sample's model that a project may make; the kind of change follows from its index. */
export function makeChange(dice: Dice, { metrics }: TenantModel, index: number): ChangeDraft {
  const base = metrics.filter((metric) => metric.kind === "base");
  const employee = base.filter(({ object }) => object === "Employee");
  const changed = (metric: StoredMetric, fields: object): ChangeDraft => ({
    kind: "metric",
    id: metric.id,
    after: { ...metric, ...fields },
  });
  const named = (id: string) => {
    const metric = metrics.find((one) => one.id === id);
    if (!metric) {
      throw new Error(`The model has no metric "${id}".`);
    }
    return metric;
  };
  const attribute = (kind: "property" | "dimension", object: string, id: string): ChangeDraft => ({
    kind,
    object,
    id,
    after: null,
  });
  const filters = [
    "isManager = TRUE",
    "isHighPotential = FALSE",
    "Gender IN ('Female')",
    "Base_Salary > 70000",
    "Work_Model NOT IN ('Remote')",
  ];
  switch (index % 10) {
    case 0:
    case 5:
    case 8:
      return changed(dice.pick(employee.filter(({ parameters }) => parameters.length === 0)), {
        filter: dice.pick(filters),
      });
    case 1:
      return { kind: "metric", id: dice.pick(["employeeCount", "exitCount", "averageSalary"]), after: null };
    case 2:
      return dice.chance(0.5)
        ? monthlySalary(dice.pick([8, 32]))
        : payBand(dice.pick([50_000, 60_000]), 80_000, 100_000);
    case 3:
      return changed(named("averageSalary"), { property: dice.pick(["Age", "Monthly_Salary"]) });
    case 4:
      return dice.pick([
        attribute("dimension", "Employee", "Work_Model"),
        attribute("property", "Employee", "Full_Name"),
        attribute("property", "Pay_Change", "Change_Reason"),
      ]);
    case 6:
      return changed(named("averageSalary"), { aggregate: dice.pick(["minimum", "maximum", "sum"]) });
    case 7:
      return changed(named("resignationRate"), { operator: dice.pick(["multiply", "subtract", "add"]) });
    default: {
      const metric = dice.pick(metrics);
      return dice.chance(0.5)
        ? changed(metric, { displayName: `${metric.displayName} (new)` })
        : changed(named("exitCount"), { filter: "isRegrettedExit = TRUE" });
    }
  }
}
