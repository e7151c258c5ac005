/** The owner's words on a seller's public page: who may write them, and how they are shown. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { SELLER_WEBSITES_MAX } from "../../../market/agent/limits.ts";
import { sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { newOwner } from "../../support/operators.ts";
import { visitorOf } from "../visitor.ts";

setDefaultTimeout(60_000);

const api = await testApi();
const seller = await sellerAgent(api);
const owner = await visitorOf(api, seller.owner);
const path = `/account/seller-page/${seller.agentId}`;
const readPublic = (accept: string) =>
  api.send("GET", `/sellers/${seller.agentId}`, { headers: { accept } });

test("text and links are shown as text, with links that search engines do not follow", async () => {
  const about = `Birds since 1990.\n<b data-hostile>&amp; "more"`;
  const websites = "https://birds.example\r\n\r\nhttp://data.example/a?b=1&c=2 ";
  const saved = await owner.submit(path, { about, websites });
  expect(saved.headers.get("location")).toBe(`${path}?done=seller_page_saved`);
  expect((await owner.open(path)).text).toContain("https://birds.example/");
  const { body } = await readPublic("application/json");
  expect(body).toMatchObject({
    about,
    websites: ["https://birds.example/", "http://data.example/a?b=1&c=2"],
  });
  const { text } = await readPublic("text/html");
  expect(text).toContain("&lt;b data-hostile&gt;&amp;amp; ");
  expect(text).toMatch(/href="https:\/\/birds\.example\/" rel="nofollow ugc noopener"/);
  expect((await owner.open("/account/audit")).text).toContain("Seller page changed");
});

test("other links, too many of them, and too long a text come back with an error and the input", async () => {
  const many = Array.from(
    { length: SELLER_WEBSITES_MAX + 1 },
    (_, at) => `https://a.example/${at}`,
  );
  const faulty = [
    { about: "", websites: "javascript:alert(1)" },
    { about: "", websites: "https://user:secret@a.example/" },
    { about: "", websites: many.join("\n") },
    { about: "", websites: "https://a.example/\nhttps://a.example/" },
    { about: "x".repeat(2001), websites: "" },
  ];
  for (const fields of faulty) {
    const { status, text } = await owner.submit(path, fields);
    expect([status, text.includes('role="alert"')]).toEqual([400, true]);
    expect(text).toContain((fields.websites.split("\n")[0] ?? "") || "xxxx");
  }
});

test("nobody else sees the form or changes the page", async () => {
  const stranger = await visitorOf(api, await newOwner(api));
  expect((await stranger.open(path)).status).toBe(404);
  expect((await stranger.submit(path, { about: "Mine", websites: "" })).status).toBe(404);
});
