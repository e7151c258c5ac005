import type { Storage, StoredObject } from "../../platform/storage/port.ts";

export type OpenedStore = {
  storage: Storage;
  /** How many half-written files the store holds now, if that is visible from outside. */
  countStaged?: () => Promise<number>;
  /** The serving process's peak memory, if it can be measured. */
  serverPeakBytes?: () => number;
  close(): Promise<void>;
};

export const MEBIBYTE = 1024 * 1024;
/** S3 accepts no smaller part, except the last. */
export const PART_BYTES = 5 * MEBIBYTE;
/** Twice the memory limit. */
export const LARGE_BYTES = 500_000_000;
export const MEMORY_BYTES_MAX = 250 * MEBIBYTE;
export const PUT = { ttlSeconds: 60, byteSizeMax: 2 * LARGE_BYTES };
export const GET = { ttlSeconds: 60, downloadName: "data.csv", contentType: "text/csv" };

let keysMade = 0;
export const freshKey = () => `contract/${process.pid}/object-${keysMade++}`;

export type Bytes = string | Uint8Array<ArrayBuffer>;

export async function put(url: string, body: Bytes, type = "text/csv"): Promise<Response> {
  return await fetch(url, { method: "PUT", body, headers: { "Content-Type": type } });
}

/** Admits the key's uploaded file, as a seller's attaching does. */
export async function admitted(storage: Storage, key: string): Promise<StoredObject | undefined> {
  const arrived = await storage.findArrived(key);
  const [object] = arrived === null ? [] : await storage.admit([arrived]);
  return object;
}

export async function stored(storage: Storage, text: string): Promise<string> {
  const key = freshKey();
  await storage.write(key, new TextEncoder().encode(text), "text/csv");
  return key;
}
