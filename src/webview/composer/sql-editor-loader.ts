import { element } from "../element.ts";
import type { SqlEditorGlobal } from "./sql-editor-port.ts";

type SqlEditors = NonNullable<SqlEditorGlobal["workforceSqlEditor"]>;

export type SqlEditorLoader = () => Promise<SqlEditors>;

/** Returns a function that loads the SQL editor bundle once; the page's nonce allows the script. */
export function createSqlEditorLoader(scriptUri: string, styleUri: string, nonce: string): SqlEditorLoader {
  let loading: Promise<SqlEditors> | undefined;
  return () => {
    loading ??= new Promise((resolve, reject) => {
      const script = element("script", { src: scriptUri });
      script.nonce = nonce;
      script.addEventListener("load", () => {
        const { workforceSqlEditor } = globalThis as SqlEditorGlobal;
        if (workforceSqlEditor) {
          resolve(workforceSqlEditor);
        } else {
          reject(new Error("The SQL editor did not start."));
        }
      });
      script.addEventListener("error", () => {
        loading = undefined;
        script.remove();
        reject(new Error("The SQL editor could not be loaded."));
      });
      document.head.append(element("link", { rel: "stylesheet", href: styleUri }), script);
    });
    return loading;
  };
}
