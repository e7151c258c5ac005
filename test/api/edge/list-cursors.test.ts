/** Walks every list that has offsets by cursor, while rows come and go between its pages. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Json } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { openLists, type WalkedList } from "./list-cursors-support.ts";

setDefaultTimeout(60_000);

const lists = await forFile(openLists());
const { api } = lists;

type Page = {
  items: Json[];
  pagination: { total: number; has_more: boolean; next_cursor: string | null };
};

async function read(list: WalkedList, query: string): Promise<Page> {
  const path = `${list.path}${list.path.includes("?") ? "&" : "?"}${query}`;
  const answer = await api.send("GET", path, { token: list.token });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
  return answer.body as unknown as Page;
}

const keysOf = (list: WalkedList, { items }: Page) =>
  items.map((item) => String(item[list.key ?? "id"]));

async function refusal(list: WalkedList, query: string) {
  const path = `${list.path}${list.path.includes("?") ? "&" : "?"}${query}`;
  const { status, body } = await api.send("GET", path, { token: list.token });
  const [fault] = (body.errors ?? []) as { pointer: string }[];
  return [status, body.code, fault?.pointer];
}

const refused = [400, "invalid_request", "?cursor"];

/** A cursor of another list, which must be invalid for this one. */
const foreign = await read(lists.all[0] as WalkedList, "limit=1");
const foreignCursor = String(foreign.pagination.next_cursor);

for (const list of lists.all) {
  describe(list.name, () => {
    test("is the same by cursors as by offsets, and ends without one", async () => {
      const { rows } = list;
      const latestFirst = rows.map(({ key }) => key).reverse();
      const byOffset: string[] = [];
      for (let offset = 0; offset < rows.length; offset += 2) {
        byOffset.push(...keysOf(list, await read(list, `limit=2&offset=${offset}`)));
      }
      expect(byOffset).toEqual(latestFirst);
      const byCursor: string[] = [];
      let page = await read(list, "limit=2");
      for (;;) {
        byCursor.push(...keysOf(list, page));
        const { has_more: hasMore, next_cursor: next, total } = page.pagination;
        expect([hasMore, total]).toEqual([next !== null, rows.length]);
        if (next === null) break;
        page = await read(list, `limit=2&cursor=${next}`);
      }
      expect(byCursor).toEqual(latestFirst);
      const whole = await read(list, `limit=${rows.length}`);
      expect(whole.pagination).toMatchObject({ has_more: false, next_cursor: null });
      const middle = await read(list, "limit=2&offset=2");
      const rest = await read(list, `limit=20&cursor=${middle.pagination.next_cursor}`);
      expect(keysOf(list, rest)).toEqual(latestFirst.slice(4));
    });

    test("shows nothing twice and leaves nothing out when rows come and go meanwhile", async () => {
      const [first, second, third, fourth, fifth] = list.rows;
      const page = await read(list, "limit=2");
      expect(keysOf(list, page)).toEqual([fifth?.key, fourth?.key].map(String));
      await list.add();
      // The last row of the page, and the row after it.
      await list.remove(String(fourth?.id));
      await list.remove(String(third?.id));
      const rest = await read(list, `limit=2&cursor=${page.pagination.next_cursor}`);
      expect(keysOf(list, rest)).toEqual([second?.key, first?.key].map(String));
      expect(rest.pagination).toMatchObject({ has_more: false, next_cursor: null });
    });

    test("refuses foreign, changed and long cursors, and a cursor together with an offset", async () => {
      const own = String((await read(list, "limit=1")).pagination.next_cursor);
      const changed = (change: (key: string) => unknown) => {
        const [name, key] = JSON.parse(Buffer.from(own, "base64url").toString()) as string[];
        const parts = [name, change(String(key))];
        return Buffer.from(JSON.stringify(parts)).toString("base64url");
      };
      const wrong = [
        ...(list === lists.all[0] ? [] : [foreignCursor]),
        own.slice(0, -4),
        "7",
        "%00",
        changed((key) => `${key}'`),
        changed(() => ""),
        changed(() => null),
        changed(() => "9".repeat(40)),
        changed((key) => key.replace(/^\d+/, "99999999999999999")),
        "A".repeat(3000),
      ];
      for (const cursor of wrong) {
        expect(await refusal(list, `limit=1&cursor=${cursor}`)).toEqual(refused);
      }
      expect(await refusal(list, `limit=1&offset=1&cursor=${own}`)).toEqual(refused);
    });
  });
}
