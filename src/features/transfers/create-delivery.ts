import type { Client } from "../../client/call/client.ts";
import type { Delivery } from "./delivery.ts";
import { FileDelivery } from "./file-delivery.ts";
import type { IntakeDraft } from "./intake-kind-model.ts";
import { ObjectDelivery } from "./object-delivery.ts";
import { RowsDelivery } from "./rows-delivery.ts";
import { UploadDelivery } from "./upload-delivery.ts";

interface DeliveryGoal {
  readonly client: Client;
  readonly file: string;
  readonly name: string;
  readonly tenant: string | undefined;
}

/** The delivery of a file that the answers of a person describe. */
export function createDelivery(draft: IntakeDraft, goal: DeliveryGoal): Delivery {
  const { source, tenantCode, after, objectName, transaction, commit, filename } = draft;
  const parts = { ...goal, tenantCode: tenantCode || undefined, processingData: after === "process" };
  switch (draft.kind) {
    case "rows":
      return new RowsDelivery({ ...parts, sourceId: source });
    case "file":
    case "tenantZip":
      return new FileDelivery({ ...parts, sourceId: source || undefined });
    case "object":
      return new ObjectDelivery({
        ...goal,
        objectName: objectName.trim(),
        transactionId: transaction || undefined,
        commit: commit === "commit",
      });
    case "upload":
      return new UploadDelivery({ ...goal, filename });
  }
}
