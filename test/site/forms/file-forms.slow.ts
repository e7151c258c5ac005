/**
 * Every form with a file field accepts what Chromium and Firefox post: no file, one, and several.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Glob } from "bun";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { uploads } from "../../../db/schema/index.ts";
import { openAftermath } from "../../market/purchase/aftermath-support.ts";
import { visitorOf } from "../../site/visitor.ts";
import { adminEmail, signedIn } from "../../support/administrators.ts";
import { sellerAgent } from "../../support/agents.ts";
import { forFile } from "../../support/for-file.ts";
import { createDraft } from "../../support/listings.ts";
import { buy, newPayingBuyer, offer, openMoney } from "../../support/money.ts";
import { eventually } from "../../support/stack.ts";
import { launchChromium, openTab } from "../chromium.ts";
import type { Visitor } from "../visitor.ts";
import { browsers, type PostedFile, type PostedForm, postedBy } from "./browser-bytes.ts";

setDefaultTimeout(120_000);

const money = await forFile(openMoney({ env: { ADMIN_EMAILS: adminEmail } }));
const { api, provider } = money;
const world = openAftermath(money);
const admin = await visitorOf(api, await signedIn(api, adminEmail));
const seller = await visitorOf(api, money.seller.owner);

type Answer = { status: number; text: string; location: string | null };

async function post(
  person: Visitor,
  browser: (typeof browsers)[number],
  path: string,
  form: PostedForm,
): Promise<Answer> {
  const fields: PostedForm["fields"] = [["form_token", person.formToken], ...form.fields];
  const { contentType, body } = postedBy(browser, { ...form, fields });
  const answer = await fetch(`http://localhost:${api.config.API_PORT}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { ...person.headers, "content-type": contentType },
    body,
  });
  const location = answer.headers.get("location");
  return { status: answer.status, text: await answer.text(), location };
}

const csv = (name: string) => ({ name, type: "text/csv", content: "year\n2013\n" });
const pdf = (name: string) => ({ name, type: "application/pdf", content: "%PDF-1.7 a receipt" });
const background = "#0c0";
const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background } })
  .png()
  .toBuffer();

/** A form on a page of the site: who posts it, and how to read the result. */
type FileForm = {
  field: string;
  fields: PostedForm["fields"];
  file: (name: string) => Omit<PostedFile, "field">;
  /** Opens the page for one post. */
  open: () => Promise<{ person: Visitor; path: string; names: () => Promise<string[]> }>;
  /** The answer to a post without a file, if a file is required. */
  needsFile?: string;
  /** Whether its field accepts several files. */
  isMultiple?: boolean;
};

async function bought() {
  const buyer = await newPayingBuyer(api, provider);
  const answer = await buy(api, buyer, await offer(api, money.seller));
  const id = String(answer.body.id);
  const namesIn = async (token: string) => {
    const { body } = await api.send("GET", `/purchases/${id}/dispute`, { token });
    const statements = body.statements as { attachments: { name: string }[] }[] | undefined;
    return statements?.at(-1)?.attachments.map(({ name }) => name) ?? [];
  };
  return { id, buyer, names: () => namesIn(buyer.token) };
}

/** Keyed by the site's file that renders the form. */
const forms: Record<string, FileForm> = {
  "site/account/purchases/detail-page.tsx": {
    field: "attachments",
    fields: [
      ["reason", "not_as_described"],
      ["detail", "The rows end in 2013.\r\nAll of them."],
    ],
    file: csv,
    isMultiple: true,
    open: async () => {
      const { id, buyer, names } = await bought();
      const person = await visitorOf(api, buyer.owner);
      return { person, path: `/account/purchases/${id}/dispute`, names };
    },
  },
  "site/account/selling/sales/detail-page.tsx": {
    field: "attachments",
    fields: [["text", "2014 is in the second table."]],
    file: csv,
    isMultiple: true,
    open: async () => {
      const { id, buyer, names } = await bought();
      const body = { reason: "other", detail: "It is empty." };
      await api.send("POST", `/purchases/${id}/dispute`, { token: buyer.token, body });
      return { person: seller, path: `/account/sales/${id}/dispute`, names };
    },
  },
  "site/admin/chargebacks/evidence-page.tsx": {
    field: "file",
    fields: [["field", "receipt"]],
    file: pdf,
    needsFile: "Choose a file.",
    open: async () => {
      const disputeId = await world.disputed(await world.transferred());
      const path = `/admin/chargebacks/${disputeId}/evidence`;
      const names = async () => [...new Set((await admin.open(path)).text.match(/[a-z]+\.pdf/g))];
      return { person: admin, path: `${path}/files`, names };
    },
  },
  "site/account/seller-page/edit-page.tsx": {
    field: "file",
    fields: [],
    file: (name) => ({ name, type: "image/png", content: picture }),
    needsFile: "Is empty: choose a picture.",
    open: async () => {
      const agent = await sellerAgent(api);
      const names = async () => {
        const logo = await api.send("GET", `/sellers/${agent.agentId}/logo`);
        return logo.headers.get("content-type") === "image/webp" ? ["first.csv"] : [];
      };
      const person = await visitorOf(api, agent.owner);
      return { person, path: `/account/seller-page/${agent.agentId}/logo`, names };
    },
  },
  "site/account/selling/sell/file-page.tsx": {
    field: "file",
    fields: [],
    file: csv,
    needsFile: "Choose a file first.",
    open: async () => {
      const agent = await sellerAgent(api);
      const id = await createDraft(api, agent.token);
      const attached = async () => {
        const rows = await api.db.select().from(uploads).where(eq(uploads.listingId, id));
        return rows.filter(({ state }) => state === "attached").map(() => "first.csv");
      };
      const person = await visitorOf(api, agent.owner);
      return { person, path: `/account/listings/${id}/file`, names: attached };
    },
  },
};

test("the table has each form of the site that may carry files", async () => {
  const found: string[] = [];
  for await (const path of new Glob("site/**/*.tsx").scan()) {
    const source = await Bun.file(path).text();
    if (/enctype=\{?"multipart/.test(source)) found.push(path);
  }
  expect(found.sort()).toEqual(Object.keys(forms).sort());
});

describe.each(Object.entries(forms))("the form of %s", (_page, form) => {
  const named = (name: string): PostedFile => ({ field: form.field, ...form.file(name) });

  test.each(browsers)("without a file, of %s", async (browser) => {
    const { person, path, names } = await form.open();
    const { fields, field } = form;
    const answer = await post(person, browser, path, { fields, files: [], empty: [field] });
    if (form.needsFile === undefined) expect([answer.status, answer.text]).toEqual([303, ""]);
    else expect([answer.status, answer.text.includes(form.needsFile)]).toEqual([400, true]);
    expect(await names()).toEqual([]);
  });

  test.each(browsers)("with one file, and with several, of %s", async (browser) => {
    const first = named(form.file === pdf ? "first.pdf" : "first.csv");
    const second = { ...first, name: first.name.replace("first", "second") };
    for (const files of [[first], [first, second]]) {
      const { person, path, names } = await form.open();
      const answer = await post(person, browser, path, { fields: form.fields, files, empty: [] });
      expect([answer.status, answer.text]).toEqual([303, ""]);
      const kept = form.isMultiple === true ? files : [first];
      expect(await names()).toEqual(kept.map(({ name }) => name));
    }
  });

  test.each(browsers)("with a file that is empty, of %s, is refused by words", async (browser) => {
    const { person, path, names } = await form.open();
    const files = [{ ...named("nothing.csv"), content: "" }];
    const answer = await post(person, browser, path, { fields: form.fields, files, empty: [] });
    expect([answer.status, /is empty|It is not a PDF/i.test(answer.text)]).toEqual([400, true]);
    expect(await names()).toEqual([]);
  });
});

test("a real Chromium posts these bytes", async () => {
  const received: { contentType: string; body: string }[] = [];
  const page =
    '<!doctype html><meta charset="utf-8"><form method="post" enctype="multipart/form-data">' +
    '<input name="reason" value="other"><textarea name="detail"></textarea>' +
    '<input type="file" name="attachments" multiple><input type="file" name="file"><button>Send';
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      if (request.method === "POST") {
        const contentType = request.headers.get("content-type") ?? "";
        received.push({ contentType, body: await request.text() });
      }
      return new Response(page, { headers: { "content-type": "text/html" } });
    },
  });
  const browser = await launchChromium();
  try {
    const { page: tab } = await openTab(browser);
    const detail = "Two\nlines";
    const chosen = [csv("rows.csv"), { ...csv('a "quoted" 東京.csv'), type: "text/plain" }];
    for (const files of [[], chosen.slice(0, 1), chosen]) {
      await tab.goto(`http://127.0.0.1:${server.port}/`);
      await tab.locator("textarea").fill(detail);
      await tab.locator("[multiple]").setInputFiles(
        files.map(({ name, type, content }) => {
          return { name, mimeType: type, buffer: Buffer.from(content) };
        }),
      );
      const before = received.length;
      await tab.getByText("Send").click();
      await eventually(async () => received.length > before);
      const sent = received.at(-1);
      const fields: PostedForm["fields"] = [
        ["reason", "other"],
        ["detail", detail],
      ];
      const drawn = sent?.contentType.split("WebKitFormBoundary")[1] ?? "";
      const posted = postedBy(
        "chromium",
        {
          fields,
          files: files.map((file) => ({ field: "attachments", ...file })),
          empty: files.length === 0 ? ["attachments", "file"] : ["file"],
        },
        drawn,
      );
      expect(sent).toEqual({
        contentType: posted.contentType,
        body: new TextDecoder().decode(posted.body),
      });
    }
  } finally {
    await browser.close();
    await server.stop(true);
  }
});
