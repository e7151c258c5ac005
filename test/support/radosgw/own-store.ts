/** An S3 store behind a proxy that the test file can cut. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CuttingProxy, startCuttingProxy } from "../programs/cutting-proxy.ts";
import { startRadosgw } from "./radosgw.ts";

export type OwnStore = Awaited<ReturnType<typeof startOwnStore>>;

/** Enough for a first run, which downloads and unpacks Ceph. */
export const storeStartMsMax = 300_000;

export async function startOwnStore() {
  const gateway = await startRadosgw({ dataDir: await mkdtemp(join(tmpdir(), "radosgw-")) });
  const target = new URL(gateway.endpoint);
  let proxy: CuttingProxy = await startCuttingProxy(target);
  const { port } = proxy;
  const { region, bucket, accessKeyId, secretAccessKey } = gateway;
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    gateway,
    /** The configuration of a process that reaches the store through the proxy. */
    env: {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    proxy: () => proxy,
    /** Nothing listens at the store's address any more. */
    leave: () => proxy.close(),
    async comeBack() {
      proxy = await startCuttingProxy(target, port);
    },
    async stop() {
      await proxy.close();
      await gateway.stop();
    },
  };
}
