/**
 * A query process inside the test's process, over a store: real children, real copies, real limits.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { eq } from "drizzle-orm";
import { QueryPool } from "../../../dataset/query/engine.ts";
import { listings, twinJobs, twins } from "../../../db/schema/index.ts";
import { type AskedQuery, queryBody } from "../../../market/query/schemas.ts";
import { createLogger } from "../../../platform/log.ts";
import { serve } from "../../../platform/runtime.ts";
import type { Storage } from "../../../platform/storage/port.ts";
import { createEndpoint } from "../../../workers/query/endpoint.ts";
import { ObjectCache } from "../../../workers/query/object-cache.ts";
import { QueryRunner } from "../../../workers/query/query-runner.ts";
import type { TestApi } from "../../support/api.ts";
import { createTestDir } from "../../support/stack.ts";

export type QueryOptions = {
  children?: number;
  secondsMax?: number;
  memoryBytesMax?: number;
  cacheBytesMax?: number;
};

export type Stored = { objectKey: string; byteSize: number; sha256: string };

/** A query's answer, or the refusal, as the API receives it. */
export type Asked = {
  columns: { name: string; type: string }[];
  rows: unknown[][];
  row_count: number;
  total_rows: number | null;
  next_offset: number | null;
  refusal: { code: string; detail: string; faults?: { pointer: string; detail: string }[] } | null;
};

const mebi = 1024 * 1024;

export async function openQueryWorld(storage: Storage, options: QueryOptions = {}) {
  const folder = createTestDir();
  const [copies, parts, temporary] = ["copies", "parts", "tmp"].map((name) => {
    const path = join(folder, name);
    mkdirSync(path);
    return path;
  }) as [string, string, string];
  const children = options.children ?? 1;
  const memoryBytesMax = options.memoryBytesMax ?? 1024 * mebi;
  const pool = new QueryPool({
    tempDir: temporary,
    memoryBytesMax,
    threads: 2,
    environment: {},
    children,
  });
  const cache = new ObjectCache({
    storage,
    folder: copies,
    bytesMax: options.cacheBytesMax ?? 1024 * mebi,
    nowMs: () => performance.now(),
  });
  const log = createLogger({ level: "silent", service: "test" });
  const secondsMax = options.secondsMax ?? 60;
  const limits = { children, secondsMax, memoryBytesMax };
  const runner = new QueryRunner({ pool, cache, folder: parts, log, ...limits });
  await pool.warm();
  return {
    pool,
    cache,
    runner,
    folder,
    /** Stores a file and returns how to query it. */
    async store(path: string, objectKey = `twins/${crypto.randomUUID()}/0.parquet`) {
      const bytes = readFileSync(path);
      await storage.write(objectKey, bytes, "application/octet-stream");
      return { objectKey, byteSize: bytes.length, sha256: Bun.hash(bytes).toString(16) };
    },
    async ask(
      stored: Stored | Stored[],
      query: Record<string, unknown>,
      more: { caller?: string; signal?: AbortSignal } = {},
    ): Promise<Asked> {
      const tables = [stored].flat().map((one, at) => ({
        stored: one,
        dataset: { id: `d${at === 0 ? "" : at}`, version: 1, table: null },
      }));
      const asked: AskedQuery = queryBody.parse(query);
      const answer = await runner.run(
        { tables, caller: more.caller ?? "test", query: asked },
        more.signal ?? new AbortController().signal,
      );
      if (answer.kind === "answered") return { ...JSON.parse(answer.body), refusal: null };
      const none = { columns: [], rows: [], row_count: 0, total_rows: null, next_offset: null };
      return { ...none, refusal: answer.refusal as Asked["refusal"] };
    },
    async close() {
      await pool.close();
      await cache.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Listens where the API's configuration expects a query process. */
export async function serveQueries(api: TestApi, options: QueryOptions = {}) {
  const { QUERY_URL: url = "", QUERY_SECRET: secrets = [""] } = api.config;
  const world = await openQueryWorld(api.ctx.storage, options);
  const server = serve(createEndpoint(world.runner, { secrets, serving: async () => {} }), {
    host: "127.0.0.1",
    port: Number(new URL(url).port),
    portName: "QUERY_PORT",
    idleTimeoutSeconds: 30,
  });
  return {
    ...world,
    async close() {
      await server.stop();
      await world.close();
    },
  };
}

/** Stores a Parquet file as the Parquet copy of the listing's current file, as a worker would. */
export async function giveTwin(api: TestApi, listingId: string, path: string): Promise<string> {
  const [row] = await api.db
    .select({ uploadId: listings.currentUploadId })
    .from(listings)
    .where(eq(listings.id, listingId));
  const uploadId = row?.uploadId;
  if (!uploadId) throw new Error(`listing ${listingId} has no file`);
  const bytes = readFileSync(path);
  const objectKey = `twins/${uploadId}/0.parquet`;
  await api.ctx.storage.write(objectKey, bytes, "application/octet-stream");
  const now = new Date();
  const ended = { uploadId, dueAt: null, finishedAt: now, positions: 1 };
  await api.db
    .insert(twinJobs)
    .values(ended)
    .onConflictDoUpdate({ target: twinJobs.uploadId, set: ended });
  await api.db.delete(twins).where(eq(twins.uploadId, uploadId));
  await api.db.insert(twins).values({
    ...{ uploadId, position: 0, tableName: null, isDefault: true, createdAt: now },
    ...{ objectKey, byteSize: bytes.length, sha256: Bun.hash(bytes).toString(16) },
    ...{ rowCount: 1, columns: [] },
  });
  return uploadId;
}

/** 200 made-up flowers in a Parquet file: id, species, sepal, day. */
export async function irisParquet(rows = 200): Promise<string> {
  const path = join(createTestDir(), "irises.parquet");
  const duckdb = await (await DuckDBInstance.create(":memory:")).connect();
  const flowers = `SELECT i AS id, ['setosa','virginica'][1 + i % 2] AS species, i / 10 AS sepal,
    DATE '2026-01-01' + i::INT AS day FROM range(${rows}) t(i)`;
  await duckdb.run(`COPY (${flowers}) TO '${path}' (FORMAT parquet)`);
  duckdb.closeSync();
  return path;
}
