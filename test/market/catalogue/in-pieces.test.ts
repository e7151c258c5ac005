/**
 * Small chunks are combined into larger pieces: the same bytes, the same end, and a pause for other
 * work between.
 */
import { expect, test } from "bun:test";
import { inPieces } from "../../../market/catalogue/folder/in-pieces.ts";

function streamOf(chunks: number, bytes: number, end: "ends" | "fails" = "ends") {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < chunks) controller.enqueue(new Uint8Array(bytes).fill(at++ % 251));
      else if (end === "ends") controller.close();
      else controller.error(new Error("the source broke"));
    },
  });
}

test.each([
  [0, 1],
  [1, 5],
  [10_000, 61],
  [300, 4000],
  [5, 100_000],
])("%d chunks of %d bytes arrive as they are", async (chunks, bytes) => {
  const whole = await new Response(streamOf(chunks, bytes)).bytes();
  const pieces: Uint8Array[] = [];
  for await (const piece of inPieces(() => streamOf(chunks, bytes))) pieces.push(piece);
  expect(Buffer.concat(pieces).equals(Buffer.from(whole))).toBe(true);
  expect(pieces.length).toBeLessThanOrEqual(Math.max(chunks / 16, 5));
});

test("others have their turn while chunks come that nothing is waited for", async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  await new Response(inPieces(() => streamOf(500_000, 50))).bytes();
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});

test("it breaks off where its source does, and ends it where its reader leaves", async () => {
  await expect(new Response(inPieces(() => streamOf(3, 10, "fails"))).bytes()).rejects.toThrow(
    "the source broke",
  );
  let left: unknown;
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1)),
    cancel: (reason) => {
      left = reason;
    },
  });
  const reader = inPieces(() => source).getReader();
  await reader.read();
  await reader.cancel("gone");
  expect(left).toBe("gone");
});

test("a source that nobody reads is not begun", async () => {
  let begun = 0;
  const body = inPieces(() => {
    begun += 1;
    return streamOf(1, 1);
  });
  await body.cancel();
  expect(begun).toBe(0);
});
