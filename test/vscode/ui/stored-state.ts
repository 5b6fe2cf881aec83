import type { Page } from "playwright-core";

/** Whether something that VS Code has stored in the browser matches. */
export function isStored(page: Page, pattern: RegExp): Promise<boolean> {
  return page.evaluate(async (wanted) => {
    const ended = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await ended(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const values: unknown[] = await ended(database.transaction(store).objectStore(store).getAll());
        if (values.some((value) => typeof value === "string" && wanted.test(value))) {
          database.close();
          return true;
        }
      }
      database.close();
    }
    return false;
  }, pattern);
}
