import assert from "node:assert/strict";
import { contract } from "../../../../src/contract/contract.ts";
import type { OperationDefinition } from "../../../../src/contract/operation.ts";
import { formOf } from "../../../../src/features/operations/form-model.ts";
import { operationDocument } from "../../../../src/features/operations/operation-document-model.ts";

const rows: Readonly<Record<string, OperationDefinition>> = contract;

describe("the documentation of an operation", () => {
  it("is written for every row, with its route and each field of its arguments", () => {
    for (const [name, row] of Object.entries(rows)) {
      const form = formOf(name, row);
      const text = operationDocument(form, row);
      assert.ok(text.startsWith(`# ${row.title}\n\n\`${row.route}\``), name);
      for (const shape of Object.values(form.places)) {
        for (const field of shape.kind === "object" ? shape.fields : []) {
          assert.ok(text.includes(`| \`${field.name}\` |`), `${name}: ${field.name}`);
        }
      }
      assert.doesNotMatch(text, /undefined|\[object/, name);
    }
  });

  it("says defaults, bounds, what is assumed and what is secret", () => {
    const reports = operationDocument(formOf("listReports", contract.listReports), contract.listReports);
    assert.match(reports, /\| `limit` \| integer, at least 1 \| {2}\| Default: `100`\. \|/);
    const query = operationDocument(formOf("queryList", contract.queryList), contract.queryList);
    assert.match(query, /assumed:\*\* method, route/);
    const token = operationDocument(formOf("requestJwt", contract.requestJwt), contract.requestJwt);
    assert.match(token, /\| `password` \| text \| {2}\| Secret: never shown or stored\. \|/);
    assert.match(token, /one of \| \| password: grant_type, client_id/);
  });
});
