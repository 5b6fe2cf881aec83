/** Addresses of the cluster that `npm run test:spark` has started, and the process of its Spark. */
export function testCluster(): { readonly remote: string; readonly catalogUri: string; readonly sparkPid: number } {
  const {
    WORKFORCE_TEST_SPARK_REMOTE: remote,
    WORKFORCE_TEST_CATALOG_URI: catalogUri,
    WORKFORCE_TEST_SPARK_PID: pid,
  } = process.env;
  if (!remote || !catalogUri || !pid) {
    throw new Error('These tests need a cluster: run them with "npm run test:spark".');
  }
  return { remote, catalogUri, sparkPid: Number(pid) };
}

/** Names of a table's branches beside main, from the catalog: Spark may be busy, or gone. A namespace has its parts separated by dots. */
export async function readBranches(catalogUri: string, namespace: string, table: string): Promise<readonly string[]> {
  const place = encodeURIComponent(namespace).replaceAll(".", "%2E");
  const response = await fetch(`${catalogUri}/v1/namespaces/${place}/tables/${table}`);
  const { metadata } = (await response.json()) as { readonly metadata: { readonly refs: Record<string, unknown> } };
  return Object.keys(metadata.refs).filter((name) => name !== "main");
}
