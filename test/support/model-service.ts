import assert from "node:assert/strict";
import { askForNames } from "../../src/features/language/model-search-model.ts";
import type { ModelSearch, ModelSearchResult } from "../../src/languages/core/model-requests.ts";
import type { TestService } from "./running-service.ts";

/** Answers searches of the model from a running service, as the extension does from its connection. */
export function searchService(service: TestService): (search: ModelSearch) => Promise<ModelSearchResult> {
  return (search) =>
    askForNames(search, async (body) => {
      const answer = await service.call("POST", "/v1alpha/search/service-objects", { json: body });
      assert.equal(answer.status, 200, answer.text);
      return answer.json();
    });
}
