/**
 * A seller's client that can be killed and started again. It sends the missing parts of a large
 * file, each with its MD5, until all have arrived. `large-client.ts <csv|parquet> <bytes> <address
 * of the upload> <token>`
 */
import process from "node:process";
import { type LargeFormat, md5Of, openLargeFile } from "./large-file.ts";

type Part = { part_number: number; upload_url: string; byte_size: number };

const [format = "csv", bytes = "0", address = "", token = ""] = process.argv.slice(2);
const file = await openLargeFile(format as LargeFormat, Number(bytes));
const atOnce = 2;
const urlsAtOnce = 200;
const pauseMs = 200;
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

async function ask<Body>(method: string, path: string, body?: object): Promise<Body> {
  const answer = await fetch(`${address}${path}`, {
    ...{ method, headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}

let partBytes = 0;

async function put({ part_number: number, upload_url: url, byte_size: size }: Part) {
  const content = file.read((number - 1) * partBytes, size);
  const md5 = md5Of(content);
  const answer = await fetch(url, {
    ...{ method: "PUT", body: content, headers: { "content-md5": md5 } },
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}

while (true) {
  try {
    partBytes ||= (await ask<{ part_byte_size: number }>("GET", "?limit=1")).part_byte_size;
    const { full } = await ask<{ full: { parts: Part[] } }>("POST", "/part-urls", {
      limit: urlsAtOnce,
    });
    if (full.parts.length === 0) process.exit(0);
    const left = [...full.parts];
    const send = async () => {
      for (let part = left.shift(); part !== undefined; part = left.shift()) await put(part);
    };
    await Promise.all(Array.from({ length: atOnce }, send));
  } catch (error) {
    // The API may be down or the connection lost, so ask again for the parts that have arrived.
    process.stderr.write(`${String(error).slice(0, 200)}\n`);
    await Bun.sleep(pauseMs);
  }
}
