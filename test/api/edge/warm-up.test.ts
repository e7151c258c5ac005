/** A process is ready once it has requested its first pages from itself, whatever the result. */
import { expect, test } from "bun:test";
import { createWarmUp } from "../../../api/warm-up.ts";

const id = "0192f0c1-7777-7c3a-9d1b-5a4c3e2f1a0b";
const front = () =>
  new Response(`<a href="/datasets">All</a><a href="/datasets/${id}"><bdi>One &amp; two</bdi></a>`);

test("shows the front page, searches and the first dataset six times, is ready then, and makes its documents", async () => {
  const warmUp = createWarmUp();
  const shown: string[] = [];
  const during: unknown[] = [];
  const after: string[] = [];
  const fetch = async ({ url, headers }: Request) => {
    const { pathname, searchParams } = new URL(url);
    shown.push(pathname + (searchParams.get("query") ?? ""));
    expect(headers.get("accept")).toBe("text/html");
    const trouble = await warmUp.probe().catch(({ message }) => message);
    if (trouble === undefined) after.push(pathname);
    else during.push(trouble);
    return front();
  };
  await warmUp.run(fetch, "http://localhost:1");
  const round = ["/", "/datasetsweather by city", `/datasets/${id}`, "/datasetsOne &amp; two"];
  expect(after).toEqual(["/openapi.json", "/llms-full.txt", "/reference"]);
  expect(shown).toEqual([...Array.from({ length: 6 }, () => round).flat(), ...after]);
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
