/** The thread of `render-pdf.ts`: reports that it is ready; then one document in, the bytes of a PDF file out. */
import { parentPort } from "node:worker_threads";
import { loadFont } from "./font.ts";
import type { PdfDocument } from "./pdf-document.ts";
import { writePdf } from "./write-pdf.ts";

export type PdfAnswer = { pdf: Uint8Array } | { failure: string };
export type PdfMessage = PdfAnswer | { isReady: true };

const fonts = { plain: loadFont("plain"), bold: loadFont("bold") };

parentPort?.on("message", (document: PdfDocument) => {
  parentPort?.postMessage(answerOf(document));
});
parentPort?.postMessage({ isReady: true });

function answerOf(document: PdfDocument): PdfAnswer {
  try {
    return { pdf: writePdf(fonts, document) };
  } catch (error) {
    return { failure: String(error) };
  }
}
