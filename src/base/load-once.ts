/** Loads a value at its first call and gives it to all callers. */
interface LoadOnce<Value> {
  (): Promise<Value>;
  /** Calls a function with the value, if it was loaded or is being loaded. */
  ifLoaded(use: (value: Value) => unknown): void;
}

/** Returns a function that loads a value once. After a failure it loads again at its next call. */
export function loadOnce<Value>(load: () => Promise<Value>): LoadOnce<Value> {
  let loading: Promise<Value> | undefined;
  const loadValue = () => {
    if (!loading) {
      loading = load();
      loading.catch(() => {
        loading = undefined;
      });
    }
    return loading;
  };
  const ifLoaded = (use: (value: Value) => unknown) => {
    loading?.then(use, () => undefined);
  };
  return Object.assign(loadValue, { ifLoaded });
}
