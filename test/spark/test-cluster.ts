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
