import type { ChartGlobal } from "../charts/chart-port.ts";
import { element } from "../element.ts";
import type { PageContext } from "./page-context.ts";

type Charts = NonNullable<ChartGlobal["workforceCharts"]>;

let loading: Promise<Charts> | undefined;

/** Loads the bundle of the charts, once; the page's own nonce lets it in. */
export function loadCharts({ chartUri, nonce }: PageContext): Promise<Charts> {
  loading ??= new Promise((resolve, reject) => {
    const script = element("script", { src: chartUri });
    script.nonce = nonce;
    script.addEventListener("load", () => {
      const { workforceCharts } = globalThis as ChartGlobal;
      if (workforceCharts) {
        resolve(workforceCharts);
      } else {
        reject(new Error("The chart's script did not start."));
      }
    });
    script.addEventListener("error", () => {
      loading = undefined;
      script.remove();
      reject(new Error("The chart's script could not be loaded."));
    });
    document.head.append(script);
  });
  return loading;
}
