/** Reads a PDF file as a viewer does: its text, one line per line of the file, and its attachments. */
import { getDocumentProxy } from "unpdf";

export type ReadPdf = { pages: number; text: string; attachments: Record<string, string> };

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const lines = new Map<string, string[]>();
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) {
      if (!("str" in item) || item.str.trim() === "") continue;
      const place = `${number} ${Math.round(item.transform[5])}`;
      lines.set(place, [...(lines.get(place) ?? []), item.str]);
    }
  }
  const attachments: Record<string, string> = {};
  for (const [id, { filename }] of (await pdf.getAttachments()) ?? []) {
    const content = await pdf.getAttachmentContent(id);
    attachments[filename] = new TextDecoder().decode(content ?? undefined);
  }
  const text = [...lines.values()].map((parts) => parts.join(" ")).join("\n");
  return { pages: pdf.numPages, text, attachments };
}
