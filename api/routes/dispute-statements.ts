import type { AgentActor, OperatorActor } from "../../db/vocabulary/actor.ts";
import type { KeptAttachment } from "../../db/vocabulary/purchase.ts";
import type { Context } from "../../market/context.ts";
import {
  decodeAttachments,
  hashesOf,
  keepAttachments,
} from "../../market/purchase/dispute/keep-attachments.ts";
import type { AttachmentInput } from "../../market/purchase/dispute/schemas.ts";
import type { Edge } from "../edge.ts";
import { callerOf, idempotently } from "../http/idempotency.ts";

type BodyWithFiles = { attachments?: AttachmentInput[] | undefined };

type StatementCall<Actor, Body> = {
  edge: Edge;
  request: Request;
  actor: Actor;
  input: { params: { id: string }; body: Body };
};

type Statement<Actor, Body extends BodyWithFiles> = {
  /** Throws if the caller may not make a statement there; called before files are stored. */
  allow(ctx: Context, actor: Actor, purchaseId: string): Promise<unknown>;
  /** `changed`: false if the same statement exists already. */
  act(
    ctx: Context,
    actor: Actor,
    purchaseId: string,
    said: Omit<Body, "attachments"> & { attachments: KeptAttachment[] },
  ): Promise<{ changed: boolean; answer: unknown }>;
};

/**
 * Binds a party's statement in a dispute, with files. Files are stored before the key's transaction
 * begins, and deleted if the transaction uses none of them.
 */
export const stated = <Actor extends OperatorActor | AgentActor, Body extends BodyWithFiles>({
  allow,
  act,
}: Statement<Actor, Body>) => ({
  async respond({ edge, request, actor, input }: StatementCall<Actor, Body>) {
    const { ctx } = edge;
    const { id: purchaseId } = input.params;
    const { attachments, ...said } = input.body;
    const files = decodeAttachments(attachments);
    if (files.length > 0) await allow(ctx, actor, purchaseId);
    let changed = false;
    const isUsed = (response: Response) =>
      response.ok && !response.headers.has("idempotent-replayed") && changed;
    return keepAttachments(ctx, { purchaseId, files, isUsed }, (kept) =>
      idempotently(ctx, {
        request,
        caller: callerOf(actor),
        input: files.length === 0 ? said : { said, files: hashesOf(files) },
        status: 200,
        run: async (inner) => {
          const outcome = await act(inner, actor, purchaseId, { ...said, attachments: kept });
          changed = outcome.changed;
          return outcome.answer;
        },
        view: (answer) => answer,
      }),
    );
  },
});
