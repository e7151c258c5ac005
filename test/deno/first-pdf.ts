/** Renders one PDF file with a thread that has just been started, and prints its first bytes. */
import { renderPdf } from "../../platform/pdf/render-pdf.ts";

const document = {
  title: "Receipt",
  issuer: "Market",
  createdAt: new Date(),
  sections: [
    { title: "Facts", rows: [["Dataset", "Water levels"] as [string, string]], notes: [] },
  ],
  missingNote: "",
  footer: "",
  attachments: [],
};
const pdf = await renderPdf(document, { caller: "one", signal: new AbortController().signal });
if (!(pdf instanceof Uint8Array)) throw new Error(`no PDF: ${pdf}`);
process.stdout.write(new TextDecoder().decode(pdf.subarray(0, 5)));
