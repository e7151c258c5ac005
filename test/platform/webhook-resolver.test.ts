/** Webhook names are resolved, whatever the DNS servers of other names do. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createSocket, type Socket } from "node:dgram";
import { openResolver, type Resolve } from "../../platform/webhooks/resolver.ts";

const typeA = 1;
const typeAaaa = 28;
const records: Record<string, { [type: number]: number[] }> = {
  "both.example": {
    [typeA]: [93, 184, 215, 14],
    [typeAaaa]: [0x26, 0x06, ...Array(13).fill(0), 1],
  },
  "old.example": { [typeA]: [93, 184, 215, 15] },
};

let server: Socket;
let resolve: Resolve;
let asked = 0;

/** A DNS server that knows two names, denies `none.example`, and does not answer for others. */
beforeAll(async () => {
  server = createSocket("udp4");
  server.on("message", (question, from) => {
    asked += 1;
    const answer = answerTo(question);
    if (answer !== null) server.send(answer, from.port, from.address);
  });
  await new Promise<void>((done) => server.bind(0, "127.0.0.1", done));
  resolve = openResolver({ servers: [`127.0.0.1:${server.address().port}`] });
});
afterAll(() => server.close());

function answerTo(message: Buffer): Buffer | null {
  const labels: string[] = [];
  let at = 12;
  for (let size = message[at] ?? 0; size > 0; size = message[at] ?? 0) {
    labels.push(message.subarray(at + 1, at + 1 + size).toString());
    at += 1 + size;
  }
  const name = labels.join(".");
  const end = at + 5;
  const type = message.readUInt16BE(at + 1);
  const known = records[name];
  if (known === undefined && name !== "none.example") return null;
  const data = known?.[type];
  const head = Buffer.from(message.subarray(0, end));
  head.writeUInt16BE(known === undefined ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(data === undefined ? 0 : 1, 6);
  head.writeUInt32BE(0, 8);
  if (data === undefined) return head;
  const record = [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data];
  return Buffer.concat([head, Buffer.from(record)]);
}

describe("a name", () => {
  test("has the addresses of both families, or of one", async () => {
    expect(await resolve("both.example")).toEqual([
      { address: "93.184.215.14", family: 4 },
      { address: "2606::1", family: 6 },
    ]);
    expect(await resolve("old.example")).toEqual([{ address: "93.184.215.15", family: 4 }]);
  });

  test("that does not exist is not found", async () => {
    await expect(resolve("none.example")).rejects.toThrow();
  });

  test.each([["localhost"], ["LOCALHOST."], ["a.localhost"]])(
    "%s is loopback, whatever a server says",
    async (name) => {
      const before = asked;
      expect((await resolve(name)).map(({ address }) => address)).toEqual(["127.0.0.1", "::1"]);
      expect(asked).toBe(before);
    },
  );

  test("is found while 200 others wait for servers that never answer", async () => {
    const silent = Array.from({ length: 200 }, (_, index) =>
      resolve(`silent-${index}.example`).catch(() => []),
    );
    expect((await resolve("both.example")).length).toBe(2);
    const ended = await Promise.race([Promise.all(silent), "waiting"]);
    expect(ended).toBe("waiting");
  });
});
