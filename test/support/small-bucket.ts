/** A bucket on loopback that keeps small objects and checks nothing, for tests of the interface. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { v7 } from "uuid";
import { deliveryTargets } from "../../db/schema/index.ts";
import type { TestApi } from "./api.ts";
import { forFile } from "./for-file.ts";

async function openSmallBucket() {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const path = (request.url ?? "").replace(/\?.*$/, "");
    if (request.method === "PUT") {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      objects.set(path, Buffer.concat(chunks));
      response.writeHead(200, { etag: '"small"' }).end();
      return;
    }
    const found = objects.get(path);
    response.writeHead(found === undefined ? 404 : 200).end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** A body that adds it as a place for deliveries. */
    body: (prefix: string) => ({
      bucket: "small-bucket",
      endpoint: `http://127.0.0.1:${port}`,
      prefix,
      access_key_id: "AKIAIOSFODNN7EXAMPLE",
      secret_access_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const testSmallBucket = () => forFile(openSmallBucket());

/** A place for deliveries, added without its test write. */
export async function bucketOf(api: Pick<TestApi, "db">, accountId: string, prefix = "") {
  const id = v7();
  const now = new Date();
  await api.db.insert(deliveryTargets).values({
    ...{ id, accountId, bucket: "acme-datasets", endpoint: "https://s3.example.org", prefix },
    ...{ region: "us-east-1", accessKeyId: "AKIAIOSFODNN7EXAMPLE", credentials: "" },
    ...{ createdAt: now, checkedAt: now },
  });
  return id;
}
