import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { contract } from "../../../src/contract/contract.ts";
import { actionOperations, listOperations } from "../../../src/features/data/data-operations-model.ts";
import {
  listOperations as exportListOperations,
  actionOperations as exportOperations,
} from "../../../src/features/exports/exports-operations-model.ts";
import { shellOperations } from "../../../src/features/queries/shell-script-model.ts";
import { intakeOperations } from "../../../src/features/transfers/intake-kind-model.ts";
import { webhookActionOperations } from "../../../src/features/webhooks/webhook-model.ts";

/** What flows say that they need, by the folder of their code; the page of an operation says it for the one it is of. */
const declared: Readonly<Record<string, readonly string[]>> = {
  "src/features/transfers": Object.values(intakeOperations).flat(),
  "src/features/data": [...Object.values(listOperations), ...Object.values(actionOperations)].flat(),
  "src/features/exports": [...Object.values(exportListOperations), ...Object.values(exportOperations)].flat(),
  "src/features/webhooks": Object.values(webhookActionOperations).flat(),
  "src/features/queries": shellOperations([
    { kind: "begin" },
    { kind: "copy" },
    { kind: "commit" },
    { kind: "rollback" },
  ]),
};

/** The operations of the contract that files call as methods, by the folder of the file. */
function calledOperations(): Map<string, Set<string>> {
  const called = new Map<string, Set<string>>();
  for (const folder of ["src/features", "src/client/sql", "src/client/jobs"]) {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const file = path.join(folder, name);
      if (file.endsWith(".ts")) {
        const operations = called.get(path.dirname(file)) ?? new Set();
        called.set(path.dirname(file), operations);
        for (const [, method = ""] of readFileSync(file, "utf8").matchAll(/\.(\w+)\(/g)) {
          if (Object.hasOwn(contract, method)) {
            operations.add(method);
          }
        }
      }
    }
  }
  return called;
}

describe("the operations that commands need", () => {
  const called = calledOperations();

  it("are found in the code", () => {
    const all = new Set([...called.values()].flatMap((operations) => [...operations]));
    for (const operation of ["querySqlLike", "listSources", "startSqlTransaction", "uploadIntakeFile"]) {
      assert.ok(all.has(operation), operation);
    }
  });

  it("name nothing that is not called", () => {
    for (const [folder, operations] of Object.entries(declared)) {
      assert.deepEqual(
        operations.filter((operation) => !called.get(folder)?.has(operation)),
        [],
      );
    }
  });
});
