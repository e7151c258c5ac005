/** Concurrent calls are all read first and then answered, each on its own. */
import { expect, test } from "bun:test";
import { answerInTurns } from "../../../api/answer-in-turns.ts";
import type { Peer } from "../../../platform/client-address.ts";

const peer: Peer = () => "203.0.113.7";
const call = (path: string) => new Request(`http://localhost/${path}`);

/** Reports when each call was read and when it was answered. */
function openHandler() {
  const order: string[] = [];
  const handle = answerInTurns((request: Request, _peer: Peer) => {
    const path = new URL(request.url).pathname;
    order.push(path);
    if (path === "/thrown") throw new Error("of this call alone");
    return path === "/rejected" ? Promise.reject(new Error("later")) : new Response(path);
  });
  return { handle, order };
}

const said = async (answer: Response | Promise<Response>) => {
  try {
    return await (await answer).text();
  } catch (error) {
    return String(error);
  }
};

test("calls of one turn wait for each other, and one that fails costs the others nothing", async () => {
  const { handle, order } = openHandler();
  const answers = ["a", "thrown", "b", "rejected", "c"].map((path) => handle(call(path), peer));
  expect(order).toEqual([]);
  expect(await Promise.all(answers.map(said))).toEqual([
    "/a",
    "Error: of this call alone",
    "/b",
    "Error: later",
    "/c",
  ]);
  expect(order).toEqual(["/a", "/thrown", "/b", "/rejected", "/c"]);
});

test("after a lone call some calls need not wait, while others still do", async () => {
  const { handle } = openHandler();
  const crowd = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
  const waits = async (path: string) => {
    const answer = handle(call(path), peer);
    expect(await said(answer)).toBe(`/${path}`);
    return answer instanceof Promise;
  };
  expect(await waits("first")).toBe(true);
  let atOnce = 0;
  while (!(await waits("alone"))) atOnce += 1;
  expect(atOnce).toBeGreaterThan(0);
  for (let index = 0; index < atOnce; index += 1) expect(await waits("again")).toBe(false);
  for (let turn = 0; turn < atOnce; turn += 1) {
    expect(new Set(await Promise.all(crowd.map(waits)))).toEqual(new Set([true]));
  }
});
