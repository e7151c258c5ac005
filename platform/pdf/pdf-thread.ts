/** The thread of `render-pdf.ts`: one document in, the bytes of a PDF file out. */
import { parentPort } from "node:worker_threads";
import { loadFont } from "./font.ts";
import type { PdfDocument } from "./pdf-document.ts";
import { writePdf } from "./write-pdf.ts";

export type PdfAnswer = { pdf: Uint8Array } | { failure: string };

const fonts = { plain: loadFont("plain"), bold: loadFont("bold") };

parentPort?.on("message", (document: PdfDocument) => {
  parentPort?.postMessage(answerOf(document));
});

function answerOf(document: PdfDocument): PdfAnswer {
  try {
    return { pdf: writePdf(fonts, document) };
  } catch (error) {
    return { failure: String(error) };
  }
}
