/**
 * An S3 store that is killed with SIGKILL during an upload and restarts: no received part is lost.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { verifiedAgent } from "../../support/agents.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { type OwnStore, startOwnStore, storeStartMsMax } from "../../support/radosgw/own-store.ts";
import { eventually } from "../../support/stack.ts";

const mebibyte = 1024 ** 2;
const partBytes = 8 * mebibyte;
const bytes = randomBytes(3 * partBytes);

let store: OwnStore;
let api: TestApi;

beforeAll(async () => {
  store = await startOwnStore();
  api = await openTestApi(store.env);
}, storeStartMsMax);

afterAll(async () => {
  await api.close();
  await store.stop();
});

type Part = { part_number: number; upload_url: string };

const partOf = (number: number) => bytes.subarray((number - 1) * partBytes, number * partBytes);

async function put({ part_number, upload_url }: Part): Promise<number> {
  const answer = await fetch(upload_url, { method: "PUT", body: partOf(part_number) });
  await answer.arrayBuffer();
  return answer.status;
}

/** Sends the beginning of a part, never its end; `sent` resolves when the store has some of it. */
function beginPut({ part_number, upload_url }: Part) {
  const sent = Promise.withResolvers<void>();
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const whole = partOf(part_number);
      if (at >= whole.length / 2) {
        sent.resolve();
        return new Promise(() => {});
      }
      controller.enqueue(whole.subarray(at, at + mebibyte));
      at += mebibyte;
    },
  });
  const headers = { "content-length": String(partBytes) };
  const answer = fetch(upload_url, { method: "PUT", body, headers }).catch(
    (error: unknown) => error,
  );
  return { sent: sent.promise, answer };
}

test("parts that arrived before the store was killed are there after it, and the rest goes on", async () => {
  const { token } = await verifiedAgent(api);
  const draftId = await createDraft(api, token);
  const issued = await api.send("POST", `/listings/${draftId}/upload-urls`, {
    token,
    body: { byte_size: bytes.length, part_byte_size: partBytes },
  });
  expect(issued.status).toBe(200);
  const {
    path,
    parts,
    upload_id: uploadId,
  } = issued.body.full as {
    path: string;
    parts: [Part, Part, Part];
    upload_id: string;
  };
  expect(await put(parts[0])).toBe(200);
  const half = beginPut(parts[1]);
  await half.sent;
  await store.gateway.killAndRestart();
  expect(await half.answer).not.toMatchObject({ status: 200 });

  const state = () => api.send("GET", `/listings/${draftId}/uploads/${uploadId}`, { token });
  const back = await eventually(async () => {
    const answer = await state();
    return answer.status === 200 ? answer : null;
  });
  const arrived = back.body.parts as { part_number: number; byte_size: number }[];
  expect(arrived.map((part) => [part.part_number, part.byte_size])).toEqual([[1, partBytes]]);

  const attach = () =>
    api.send("PATCH", `/listings/draft/${draftId}`, { token, body: { full_data_path: path } });
  expect((await attach()).body.code).toBe("file_not_uploaded");
  expect(await put(parts[1])).toBe(200);
  expect(await put(parts[2])).toBe(200);
  expect((await attach()).status).toBe(200);
  const hash = createHash("sha256");
  for await (const chunk of await api.ctx.storage.read(path)) hash.update(chunk);
  expect(hash.digest("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
}, 120_000);
