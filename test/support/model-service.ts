import assert from "node:assert/strict";
import type { ObjectSearchRequest } from "../../src/contract/search.ts";
import { NameSearcher } from "../../src/features/language/name-search-model.ts";
import type { ModelSearch, ModelSearchResult } from "../../src/languages/core/model/model-requests.ts";
import type { TestService } from "./running-service.ts";

/** Asks a running service for names, as the extension asks its connection; `onCall` may refuse a call by what it throws. */
export function searcherOf(
  service: TestService,
  onCall: (body: ObjectSearchRequest) => void = () => undefined,
): NameSearcher {
  return new NameSearcher(async (body) => {
    onCall(body);
    const answer = await service.call("POST", "/v1alpha/search/service-objects", { json: body });
    assert.equal(answer.status, 200, answer.text);
    return answer.json();
  });
}

export function searchService(service: TestService): (search: ModelSearch) => Promise<ModelSearchResult> {
  const names = searcherOf(service);
  return (search) => names.search(search);
}
