/** Every store's guarantees for listing its folders. */
import { expect, test } from "bun:test";
import type { Storage, StoredObject } from "../../platform/storage/port.ts";
import { freshKey } from "./storage-contract-support.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const keysOf = (objects: readonly StoredObject[]) => objects.map(({ key }) => key);

export function listingTests(storage: () => Storage): void {
  test("a folder is listed in the order of its keys' bytes, with size and ETag of each", async () => {
    const folder = freshKey();
    const names = ["00010", "00002", "Z", "a", "_", "0", "00002.csv", "b-1"];
    for (const name of names) {
      await storage().write(`${folder}/${name}`, bytes(`is ${name}`), "text/csv");
    }
    const listed = await storage().list(`${folder}/`, { keysMax: 100 });
    expect(keysOf(listed)).toEqual(names.sort().map((name) => `${folder}/${name}`));
    for (const { key, byteSize, etag } of listed) {
      const head = await storage().head(key);
      expect({ byteSize, etag }).toEqual({
        byteSize: head?.byteSize ?? -1,
        etag: head?.etag ?? "",
      });
    }
  });

  test("a list begins behind a key, whether that is there or not, and ends after as many as asked", async () => {
    const folder = freshKey();
    for (const name of ["a", "c", "e", "g"]) {
      await storage().write(`${folder}/${name}`, bytes(name), "text/csv");
    }
    const list = async (keysMax: number, after?: string) => {
      const options = { keysMax, after: after === undefined ? after : `${folder}/${after}` };
      return keysOf(await storage().list(`${folder}/`, options)).map((key) => key.slice(-1));
    };
    expect(await list(2)).toEqual(["a", "c"]);
    expect(await list(2, "c")).toEqual(["e", "g"]);
    expect(await list(9, "d")).toEqual(["e", "g"]);
    expect(await list(9, "g")).toEqual([]);
  });

  test("neither the object at the folder's own key nor a neighbour of its name is in its list", async () => {
    const folder = freshKey();
    for (const key of [folder, `${folder}x/1`, `${folder}-`, `${folder}/1`]) {
      await storage().write(key, bytes(key), "text/csv");
    }
    expect(keysOf(await storage().list(`${folder}/`, { keysMax: 9 }))).toEqual([`${folder}/1`]);
    await storage().delete(`${folder}/1`);
    expect(await storage().list(`${folder}/`, { keysMax: 9 })).toEqual([]);
    expect(await storage().list(`${freshKey()}/`, { keysMax: 9 })).toEqual([]);
  });

  test("of more than a thousand objects a list has all, in one answer or by page", async () => {
    const folder = freshKey();
    const names = Array.from({ length: 1003 }, (_, at) => String(at).padStart(5, "0"));
    const wanted = names.map((name) => `${folder}/${name}`);
    for (let from = 0; from < wanted.length; from += 100) {
      const some = wanted.slice(from, from + 100);
      await Promise.all(some.map((key) => storage().write(key, bytes(key), "text/csv")));
    }
    expect(keysOf(await storage().list(`${folder}/`, { keysMax: 2000 }))).toEqual(wanted);
    const paged: string[] = [];
    for (let after: string | undefined; ; after = paged.at(-1)) {
      const page = keysOf(await storage().list(`${folder}/`, { after, keysMax: 400 }));
      if (page.length === 0) break;
      paged.push(...page);
    }
    expect(paged).toEqual(wanted);
    await storage().deleteAll(wanted);
    expect(await storage().list(`${folder}/`, { keysMax: 1 })).toEqual([]);
  });

  test("keys and prefixes that could leave the store are not listed", async () => {
    for (const prefix of ["", "/", "../", "a/../", "a//", "a"]) {
      await expect(storage().list(prefix, { keysMax: 1 })).rejects.toBeInstanceOf(TypeError);
    }
  });
}
