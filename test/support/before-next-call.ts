/** Makes the next call of a method wait for something before it begins. */
export function beforeNextCall<Name extends string>(
  target: Record<Name, (...values: never[]) => Promise<unknown>>,
  name: Name,
  work: () => Promise<unknown>,
): void {
  const own = target[name];
  target[name] = async (...values) => {
    target[name] = own;
    await work();
    return own.apply(target, values);
  };
}

/** Holds the next call of a method: `reached` resolves when it is made, and `release` lets it begin. */
export function holdNextCall<Name extends string>(
  target: Record<Name, (...values: never[]) => Promise<unknown>>,
  name: Name,
): { readonly reached: Promise<void>; readonly release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    beforeNextCall(target, name, () => {
      resolve();
      return released;
    });
  });
  return { reached, release };
}
