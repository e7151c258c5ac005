import { purchaseDisputes, saleDisputes } from "../../market/purchase/dispute/contract.ts";
import type { DisputeFileView, StatementView } from "../../market/purchase/dispute/schemas.ts";
import { STRANGER_CHARS_MAX } from "../cut.ts";
import type { Tool, ToolReply } from "../tool.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted, shorten } from "../untrusted.ts";
import { encodeAttachments } from "./attachments.ts";

export const disputeTools: Tool[] = [
  ...toolsOf(purchaseDisputes, {
    getPurchaseDispute: {
      run: (call, { purchase_id: id, as_seller: isSeller = call.isAgent }) =>
        call.request(isSeller ? saleDisputes.getSaleDispute : purchaseDisputes.getPurchaseDispute, {
          params: { id },
        }),
      tell: tellDispute,
    },
  }),
  ...toolsOf(saleDisputes, {
    answerDispute: {
      run: (call, { purchase_id: id, text, attachments }) =>
        call.request(saleDisputes.answerDispute, {
          params: { id },
          body: { text, ...encodeAttachments(attachments) },
        }),
      tell: tellDispute,
    },
  }),
];

function tellDispute(dispute: DisputeFileView): ToolReply<never> {
  const { purchase_id: id, status, reason, answers_left: left, resolution } = dispute;
  const end = resolution === null ? "not decided yet" : `decided: ${resolution}`;
  return {
    text: `Dispute of purchase ${id} (${reason}): ${status}, ${end}. The seller may answer ${left} more times: answer_dispute. Files are saved by GET from their download_url within 60 seconds.`,
    stranger: {
      source: "dispute",
      text: shorten(dispute.statements.map(lineOf).join("\n"), STRANGER_CHARS_MAX),
    },
    untrusted: [
      "/statements/*/text",
      ...(dispute.statements.some(({ attachments: files }) => files.length > 0)
        ? ["/statements/*/attachments/*/name"]
        : []),
    ],
  };
}

function lineOf({ from, text, written_at: at, attachments: files }: StatementView): string {
  const named = files.map(({ name, media_type: type }) => `${quoted(name)} (${type})`).join(", ");
  return `[${at}] ${from}: ${quoted(text)}${named === "" ? "" : `\nFiles: ${named}`}`;
}
