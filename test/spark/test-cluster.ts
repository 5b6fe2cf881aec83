/** Addresses of the cluster that `npm run test:spark` has started. */
export function testCluster(): { readonly remote: string; readonly catalogUri: string } {
  const { WORKFORCE_TEST_SPARK_REMOTE: remote, WORKFORCE_TEST_CATALOG_URI: catalogUri } = process.env;
  if (!remote || !catalogUri) {
    throw new Error('These tests need a cluster: run them with "npm run test:spark".');
  }
  return { remote, catalogUri };
}
