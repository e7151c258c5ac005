/** Every store's guarantees for files from signed PUTs, before and after one is admitted. */
import { expect, test } from "bun:test";
import type { Storage } from "../../platform/storage/port.ts";
import {
  admitted,
  freshKey,
  MEBIBYTE,
  type OpenedStore,
  PART_BYTES,
  PUT,
  put,
} from "./storage-contract-support.ts";
import { openPut, send, textOf } from "./storage-traffic.ts";

export function arrivedTests(store: () => OpenedStore, servesItself: boolean): void {
  const storage = (): Storage => store().storage;
  const arrive = async (key: string, text: string): Promise<string> => {
    const url = await storage().signPut(key, PUT);
    expect((await put(url, text)).status).toBe(200);
    return url;
  };
  const content = async (key: string) => textOf(await storage().read(key));
  /**
   * Only a store that serves itself refuses; any other accepts the bytes, but nobody reads them.
   */
  const expectClosed = ({ status }: Response) => expect(status).toBe(servesItself ? 409 : 200);

  test("no PUT of an old URL changes an object that was admitted, nor is what it brings ever admitted", async () => {
    const key = freshKey();
    const url = await arrive(key, "sold");
    const object = await admitted(storage(), key);
    expectClosed(await put(url, "forged"));
    expectClosed(await put(await storage().signPut(key, PUT), "forged by another URL"));
    expect(await storage().findArrived(key)).toEqual({
      ...{ key, byteSize: 4, etag: object?.etag ?? "", isAdmitted: true },
    });
    expect(await admitted(storage(), key)).toEqual(object);
    expect((await storage().head(key))?.etag).toBe(object?.etag ?? "none");
    expect(await content(key)).toBe("sold");
  });

  test("a PUT that is under way while another one is admitted changes nothing", async () => {
    const key = freshKey();
    const url = await storage().signPut(key, PUT);
    const half = new Uint8Array(MEBIBYTE / 2);
    const late = await openPut(url, { "Content-Length": String(MEBIBYTE) });
    await send(late, half);
    await arrive(key, "sold");
    await admitted(storage(), key);
    const answer = new Promise<string>((resolve) =>
      late.once("data", (data) => resolve(String(data))),
    );
    await send(late, half);
    expect(await answer).toStartWith(`HTTP/1.1 ${servesItself ? 409 : 200}`);
    late.destroy();
    await admitted(storage(), key);
    expect(await content(key)).toBe("sold");
  });

  test("what was replaced since it was looked at is not admitted, and many at once admit one", async () => {
    const key = freshKey();
    await arrive(key, "first");
    const seen = await storage().findArrived(key);
    if (seen === null) throw new Error("nothing has arrived");
    await arrive(key, "second");
    expect(await storage().admit([seen])).toEqual([]);
    expect(await storage().head(key)).toBeNull();
    const now = await storage().findArrived(key);
    if (now === null) throw new Error("nothing has arrived");
    const all = await Promise.all(Array.from({ length: 8 }, () => storage().admit([now])));
    for (const objects of all) expect(objects).toMatchObject([{ key, byteSize: 6 }]);
    // A late call admits nothing else.
    await put(await storage().signPut(key, PUT), "forged");
    expect(await storage().admit([now])).toEqual(all[0] ?? []);
    expect(await content(key)).toBe("second");
  });

  test("parts do not replace an object that was admitted, nor a PUT one that was joined", async () => {
    const key = freshKey();
    const id = await storage().startMultipart(key);
    const partUrl = await storage().signPart(key, id, 1, PUT);
    expect((await put(partUrl, "in parts")).status).toBe(200);
    await arrive(key, "whole");
    await admitted(storage(), key);
    const parts = (await storage().listParts(key, id)) ?? [];
    expect(await storage().completeMultipart(key, id, parts)).toBe("joined");
    expect(await content(key)).toBe("whole");
    expect((await put(partUrl, "in parts again")).status).toBe(404);

    const other = freshKey();
    const otherId = await storage().startMultipart(other);
    const url = await arrive(other, "whole");
    const seen = await storage().findArrived(other);
    const otherUrl = await storage().signPart(other, otherId, 1, PUT);
    expect((await put(otherUrl, new Uint8Array(PART_BYTES).fill(97))).status).toBe(200);
    const arrived = (await storage().listParts(other, otherId)) ?? [];
    expect(await storage().completeMultipart(other, otherId, arrived)).toBe("joined");
    if (seen === null) throw new Error("nothing has arrived");
    expect(await storage().admit([seen])).toMatchObject([{ byteSize: PART_BYTES }]);
    expectClosed(await put(url, "whole again"));
    expect((await storage().head(other))?.byteSize).toBe(PART_BYTES);
  });

  test("a folder lists what has arrived among its objects, and admits it together", async () => {
    const folder = freshKey();
    const keys = ["0", "1", "2", "3"].map((name) => `${folder}/${name}`);
    for (const key of keys) await arrive(key, key.slice(-1).repeat(2));
    await admitted(storage(), String(keys[1]));
    const list = async (options: { after?: string; keysMax: number }) =>
      (await storage().listArrived(`${folder}/`, options)).map(({ key, isAdmitted }) => [
        key.slice(-1),
        isAdmitted,
      ]);
    expect(await list({ keysMax: 9 })).toEqual([
      ["0", false],
      ["1", true],
      ["2", false],
      ["3", false],
    ]);
    expect(await list({ keysMax: 2, after: keys[0] ?? "" })).toEqual([
      ["1", true],
      ["2", false],
    ]);
    expect(await storage().list(`${folder}/`, { keysMax: 9 })).toHaveLength(1);
    const all = await storage().listArrived(`${folder}/`, { keysMax: 9 });
    expect((await storage().admit(all)).map(({ key }) => key)).toEqual(keys);
    expect(await storage().list(`${folder}/`, { keysMax: 9 })).toHaveLength(4);
  });

  test("deleting a key deletes what has arrived for it, and it may be sent again then", async () => {
    const [one, other] = [freshKey(), freshKey()];
    const url = await arrive(one, "bad");
    await arrive(other, "bad");
    await admitted(storage(), one);
    await storage().delete(other);
    await storage().deleteAll([one]);
    for (const key of [one, other]) expect(await storage().findArrived(key)).toBeNull();
    expect((await put(url, "good")).status).toBe(200);
    await admitted(storage(), one);
    expect(await content(one)).toBe("good");
  });

  test("what came too late is discarded, of a key and of its folder; objects stay", async () => {
    const folder = freshKey();
    const [one, other] = [`${folder}/1`, `${folder}/2`];
    for (const key of [folder, one, other]) await arrive(key, "whole");
    await admitted(storage(), one);
    await put(await storage().signPut(one, PUT), "forged");
    await storage().discardArrived(folder);
    expect(await storage().findArrived(folder)).toBeNull();
    expect(await storage().findArrived(other)).toBeNull();
    expect(await content(one)).toBe("whole");
  });

  test("a body that the service itself receives arrives as by a PUT, and is refused as one", async () => {
    const key = freshKey();
    const write = (text: string) => storage().writeArrived(key, new Blob([text]).stream());
    expect(await write("by a form")).toBe(true);
    expect(await storage().head(key)).toBeNull();
    await admitted(storage(), key);
    expect(await write("forged")).toBe(false);
    expect(await content(key)).toBe("by a form");
  });
}
