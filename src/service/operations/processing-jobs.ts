import type { processingJobOperations } from "../../contract/processing-jobs.ts";
import { createJsonResponse, HttpError } from "../call/call.ts";
import { createProcessingOrder } from "../jobs/processing-order.ts";
import { type OperationHandlers, respondNotImplemented } from "../parts/service-dependencies.ts";
import { visibleTenantCodesOf } from "./jobs.ts";

export const processingJobHandlers: OperationHandlers<typeof processingJobOperations> = {
  async runProcessingJob({ body, tenant, project }, parts) {
    const { allTenants = false, dataCategoryId, publishToProduction: publish = false } = body;
    const visible = visibleTenantCodesOf(tenant, parts);
    const excluded = new Set(body.excludedTenants);
    const named = body.tenants ?? [tenant.code];
    const unknown = [...named, ...excluded].find((code) => !visible.includes(code));
    if (unknown !== undefined) {
      throw new HttpError(404, "TENANT_UNKNOWN", `${tenant.code} manages no tenant "${unknown}".`);
    }
    const codes = allTenants ? visible.filter((code) => !excluded.has(code)) : [...new Set(named)];
    const orders = [];
    const problems: string[] = [];
    for (const code of codes) {
      const categories = await parts.dataVersions.categories(code);
      const category = categories.find(({ id }) => dataCategoryId === undefined || id === dataCategoryId);
      if (category) {
        orders.push(createProcessingOrder(code, { category: category.id, publish, project }));
      } else {
        problems.push(
          categories.length === 0
            ? `${code} has no data to process`
            : `${code} has no data category "${dataCategoryId}"; there are ${categories.map(({ id }) => id).join(", ")}`,
        );
      }
    }
    // With all tenants, those without data are passed over.
    const [order, second] = orders;
    if (!order || (problems.length > 0 && !allTenants)) {
      throw new HttpError(
        404,
        "CATEGORY_UNKNOWN",
        `${problems.join(". ") || `${tenant.code} manages no other tenant`}.`,
      );
    }
    const jobId = second ? await parts.jobRunner.dispatch(tenant.code, orders) : await parts.jobRunner.start(order);
    return createJsonResponse({ jobId });
  },
  runConsolidatedJob: respondNotImplemented,
};
