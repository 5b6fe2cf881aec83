import { element } from "./element.ts";

/** Names of the scripts that a page of results loads when they are first needed. */
type ScriptName = "chart" | "dialogs";

/** URIs of the scripts, and the nonce that allows them. */
export interface ScriptSource {
  readonly scriptUris: Readonly<Record<ScriptName, string>>;
  readonly nonce: string;
}

/** Global object through which a separately loaded script provides its functions to the page. */
interface ScriptGlobal {
  workforceScripts?: Partial<Record<ScriptName, object>>;
}

const loading = new Map<ScriptName, Promise<void>>();

/** Provides the functions of a separately loaded script to the page. */
export function provideScript(name: ScriptName, functions: object): void {
  const page = globalThis as ScriptGlobal;
  page.workforceScripts = { ...page.workforceScripts, [name]: functions };
}

/** Loads a script once and returns the functions that it provides. */
export async function loadScript<Functions extends object>(source: ScriptSource, name: ScriptName): Promise<Functions> {
  const load = loading.get(name) ?? appendScript(source, name);
  loading.set(name, load);
  await load;
  const functions = (globalThis as ScriptGlobal).workforceScripts?.[name];
  if (!functions) {
    throw new Error(`The script "${name}" did not start.`);
  }
  return functions as Functions;
}

function appendScript({ scriptUris, nonce }: ScriptSource, name: ScriptName): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = element("script", { src: scriptUris[name] });
    script.nonce = nonce;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      loading.delete(name);
      script.remove();
      reject(new Error(`The script "${name}" could not be loaded.`));
    });
    document.head.append(script);
  });
}
