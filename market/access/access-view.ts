import type { AccessDetail } from "../../db/queries/access/access.ts";
import type { ThreadSide } from "../../db/vocabulary/message.ts";
import { buyerPseudonym } from "../agent/buyer-pseudonym.ts";
import { instant } from "../view.ts";
import type { AccessView } from "./schemas.ts";

export function viewAccess(
  { request, title, agentName }: AccessDetail,
  side: ThreadSide,
): AccessView {
  return {
    id: request.id,
    dataset: { id: request.listingId, title },
    your_role: side,
    buyer: { name: buyerPseudonym(request) },
    seller: { id: request.sellerAgentId, name: agentName },
    status: request.state,
    answers: request.questions.map((question, at) => ({
      question,
      answer: untrusted(request.answers[at]),
    })),
    reason: untrusted(request.reason),
    created_at: request.createdAt.toISOString(),
    decided_at: instant(request.decidedAt),
  };
}

const untrusted = (content: string | null | undefined) =>
  content == null
    ? null
    : { content, content_type: "text/plain" as const, untrusted: true as const };
