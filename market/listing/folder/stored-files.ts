/** The stored objects of a folder's own files, complete or not. */
import type { ListOptions, Storage, StoredObject } from "../../../platform/storage/port.ts";

const keysPerCall = 1000;

type ListPage = (prefix: string, options: ListOptions) => Promise<StoredObject[]>;

/** Yields each page of objects. The manifest has its own path outside the folder. */
async function* eachStored(
  list: ListPage,
  folderPath: string,
  afterKey?: string,
): AsyncGenerator<StoredObject[]> {
  for (let after = afterKey; ; ) {
    const objects = await list(`${folderPath}/`, { after, keysMax: keysPerCall });
    if (objects.length > 0) yield objects;
    if (objects.length < keysPerCall) return;
    after = objects.at(-1)?.key;
  }
}

export async function countFolderBytes(storage: Storage, folderPath: string): Promise<number> {
  let bytes = 0;
  for await (const objects of eachStored(storage.listArrived, folderPath)) {
    for (const { byteSize } of objects) bytes += byteSize;
  }
  return bytes;
}

export async function deleteFolderFiles(storage: Storage, folderPath: string): Promise<void> {
  for await (const objects of eachStored(storage.listArrived, folderPath)) {
    await storage.deleteAll(objects.map(({ key }) => key));
  }
}

/** Below this number, asking for each key is cheaper than listing. */
const listedKeysMin = 8;

/**
 * Finds these keys in the store. Keys in one folder are listed, a thousand in one call, instead of
 * being asked for one by one.
 */
export async function findStored(
  storage: Storage,
  keys: readonly string[],
): Promise<Map<string, StoredObject>> {
  const found = new Map<string, StoredObject>();
  const folders = Map.groupBy(keys, (key) => key.slice(0, key.lastIndexOf("/")));
  for (const [folder, some] of folders) {
    const objects =
      some.length < listedKeysMin
        ? await askEach(storage, some)
        : await listBetween(storage, folder, some.toSorted());
    for (const object of objects) found.set(object.key, object);
  }
  return found;
}

async function askEach(storage: Storage, keys: readonly string[]): Promise<StoredObject[]> {
  const heads = await Promise.all(
    keys.map(async (key) => ({ key, head: await storage.head(key) })),
  );
  return heads.flatMap(({ key, head }) => (head === null ? [] : [{ ...head, key }]));
}

/** A listing starts after a key, so the first key is shortened by its last character. */
async function listBetween(
  storage: Storage,
  folder: string,
  sorted: readonly string[],
): Promise<StoredObject[]> {
  const [first = ""] = sorted;
  const last = sorted.at(-1) ?? first;
  const found: StoredObject[] = [];
  for await (const objects of eachStored(storage.list, folder, first.slice(0, -1))) {
    found.push(...objects);
    if ((objects.at(-1)?.key ?? "") >= last) break;
  }
  return found;
}
