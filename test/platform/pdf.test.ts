/** PDF files of facts show every text, from whomever it is, and cost the event loop nothing. */
import { describe, expect, test } from "bun:test";
import { inflateSync } from "node:zlib";
import type { PdfDocument } from "../../platform/pdf/pdf-document.ts";
import { renderPdf } from "../../platform/pdf/render-pdf.ts";
import { readPdf } from "../support/read-pdf.ts";

const missingNote = "Boxes stand for missing characters.";

function documentOf(value: string, rows = 1): PdfDocument {
  return {
    title: "Receipt",
    issuer: "Market",
    createdAt: new Date("2026-11-30T12:00:00Z"),
    sections: [{ title: "Facts", rows: Array(rows).fill(["Name", value]), notes: [] }],
    missingNote,
    footer: "End",
    attachments: [{ name: "signed.jws", mediaType: "application/jose", content: value }],
  };
}

async function rendered(document: PdfDocument): Promise<Uint8Array> {
  const pdf = await renderPdf(document, { caller: "one", signal: new AbortController().signal });
  if (pdf === null || typeof pdf === "string") throw new Error(`no PDF: ${pdf}`);
  return pdf;
}

/** The unpacked streams of the file. */
function contentsOf(pdf: Uint8Array): string {
  const parts = Buffer.from(pdf)
    .toString("latin1")
    .split(/(?<=\nstream\n)|(?=\nendstream)/);
  const packed = parts.filter((_part, at) => at % 2 === 1);
  return packed.map((part) => inflateSync(Buffer.from(part, "latin1")).toString("latin1")).join();
}

describe("a PDF file", () => {
  test.each([
    ["Latin", "Zürich Ångström œuvre fi ffl"],
    ["Cyrillic and Greek", "Данные Ελλάδα"],
    ["Hebrew", "נתונים"],
    ["PDF syntax", "( ) < > \\ ET Q BT /F1 endstream endobj % <</ActualText"],
    ["markup", "<b>&amp;</b> {0}"],
  ])("shows %s text as it is", async (_name, value) => {
    const { text, attachments } = await readPdf(await rendered(documentOf(value)));
    expect(text).toContain(`Name ${value}`);
    expect(text).not.toContain(missingNote);
    expect(attachments).toEqual({ "signed.jws": value });
  });

  test.each([["数据市场"], ["हिन्दी"], ["emoji 🎉"]])(
    "of %p says that characters are missing, and keeps the exact text for copies",
    async (value) => {
      const pdf = await rendered(documentOf(value));
      expect((await readPdf(pdf)).text).toContain(missingNote);
      const exact = Buffer.from(value, "utf16le").swap16().toString("hex").toUpperCase();
      expect(contentsOf(pdf)).toContain(`/ActualText <FEFF${exact}>`);
    },
  );

  test.each([["lone \ud800 surrogate"], ["zero \u0000 byte"]])("is made of %p", async (value) => {
    expect((await readPdf(await rendered(documentOf(value)))).text).toContain("Name");
  });

  test("breaks long words, and continues on further pages", async () => {
    const { pages, text } = await readPdf(await rendered(documentOf("ab".repeat(500), 12)));
    expect(pages).toBeGreaterThan(1);
    expect(text).toContain(`Page ${pages} of ${pages}`);
    expect(text.match(/(?<=^|Name )[ab]+$/gm)?.join("")).toBe("ab".repeat(6000));
  });

  test("is the same for the same document, and small", async () => {
    const document = documentOf("Zürich Данные שלום");
    const [one, two] = [await rendered(document), await rendered(document)];
    expect(Buffer.from(one).equals(two)).toBe(true);
    expect(one.byteLength).toBeLessThan(30_000);
  });
});

describe("rendering", () => {
  const signal = new AbortController().signal;
  const document = documentOf("Zürich");

  test("is limited for each caller and in all, and goes on afterwards", async () => {
    const ofOne = Array.from({ length: 6 }, () => renderPdf(document, { caller: "a", signal }));
    const others = Array.from({ length: 40 }, (_, at) =>
      renderPdf(document, { caller: `caller ${at}`, signal }),
    );
    const answers = await Promise.all([...ofOne, ...others]);
    expect(answers.filter((answer) => answer === "caller")).toHaveLength(2);
    expect(answers.filter((answer) => answer === "full").length).toBeGreaterThan(0);
    expect(await renderPdf(document, { caller: "a", signal })).toBeInstanceOf(Uint8Array);
  });

  test("ends for a caller who goes away while waiting", async () => {
    const first = renderPdf(document, { caller: "a", signal });
    const gone = new AbortController();
    const second = renderPdf(document, { caller: "b", signal: gone.signal });
    gone.abort();
    expect(await second).toBeNull();
    expect(await first).toBeInstanceOf(Uint8Array);
  });
});
