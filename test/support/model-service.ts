import assert from "node:assert/strict";
import { NameAsker } from "../../src/features/language/name-asker-model.ts";
import type { ModelSearch, ModelSearchResult } from "../../src/languages/core/model-requests.ts";
import type { TestService } from "./running-service.ts";

/** Asks a running service for names, as the extension asks its connection. */
export function askerOf(service: TestService): NameAsker {
  return new NameAsker(async (body) => {
    const answer = await service.call("POST", "/v1alpha/search/service-objects", { json: body });
    assert.equal(answer.status, 200, answer.text);
    return answer.json();
  });
}

export function searchService(service: TestService): (search: ModelSearch) => Promise<ModelSearchResult> {
  const asker = askerOf(service);
  return (search) => asker.ask(search);
}
