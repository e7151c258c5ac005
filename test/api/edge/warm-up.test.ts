/** A process is ready once it has shown its first pages to itself, whatever became of them. */
import { expect, test } from "bun:test";
import { createWarmUp } from "../../../api/warm-up.ts";

const id = "0192f0c1-7777-7c3a-9d1b-5a4c3e2f1a0b";
const front = () => new Response(`<a href="/datasets/${id}">One</a>`);

test("shows the front page, a search and the first dataset, twice, and is ready then", async () => {
  const warmUp = createWarmUp();
  const shown: string[] = [];
  const during: unknown[] = [];
  const fetch = async ({ url, headers }: Request) => {
    shown.push(new URL(url).pathname);
    expect(headers.get("accept")).toBe("text/html");
    during.push(await warmUp.probe().catch(({ message }) => message));
    return front();
  };
  await warmUp.run(fetch, "http://localhost:1");
  const round = ["/", "/datasets", `/datasets/${id}`];
  expect(shown).toEqual([...round, ...round]);
  expect(new Set(during)).toEqual(new Set(["the first pages are being made"]));
  expect(await warmUp.probe()).toBeUndefined();
});

test("is ready where a page fails, and where a catalogue is empty", async () => {
  for (const fetch of [
    () => Promise.reject(new Error("no database")),
    () => new Response("nothing for sale"),
  ]) {
    const warmUp = createWarmUp();
    await warmUp.run(fetch, "http://localhost:1");
    expect(await warmUp.probe()).toBeUndefined();
  }
});
