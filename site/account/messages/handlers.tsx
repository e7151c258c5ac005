import { keptFormRefusal } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { AskPage } from "./ask-page.tsx";
import { ContactPage } from "./contact-page.tsx";
import { emptyDraft, type MessageDraft, messageFaults, readMessage } from "./form.tsx";
import { ThreadsPage } from "./list-page.tsx";
import { ThreadPage } from "./thread-page.tsx";

/** GET /account/messages/{id} */
export async function showThread(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  return threadPage(ctx, page, { draft: draftOf(page) });
}

/** POST /account/messages/{id}: an answer. */
export async function replyInThread(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = threadId(page);
  return send(readMessage(form), {
    to: (text) => ctx.account.reply(page.owner, id, text),
    showAgain: (again) => threadPage(ctx, page, again),
  });
}

/** GET /account/purchases/{id}/message: a form to the seller. */
export async function showContact(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  return contactPage(ctx, page, { draft: draftOf(page) });
}

/** POST /account/purchases/{id}/message */
export async function contactSeller(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const { dataset_id } = await ctx.account.getPurchase(page.owner, purchaseId(page));
  return send(readMessage(form), {
    to: (text) => ctx.account.contactSeller(page.owner, dataset_id, text),
    showAgain: (again) => contactPage(ctx, page, again),
  });
}

/** GET /account/messages/to/{dataset}: a question to the dataset's seller. */
export async function showAsk(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  return askPage(ctx, page, { draft: draftOf(page) });
}

/** POST /account/messages/to/{dataset} */
export async function askSeller(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  return send(readMessage(form), {
    to: (text) => ctx.account.contactSeller(page.owner, datasetId(page), text),
    showAgain: (again) => askPage(ctx, page, again),
  });
}

/** Empty, or the input saved when the session ended. */
const draftOf = ({ kept }: AccountRequest): MessageDraft =>
  kept === null ? emptyDraft : { text: readMessage(kept), errors: {} };

type Again = { draft: MessageDraft; status?: number; headers?: [string, string][] };

type Sending = {
  to: (text: string) => Promise<{ thread_id: string }>;
  /** Shows the page again, with the text in its form. */
  showAgain: (again: Again) => Promise<Response>;
};

async function send(text: string, { to, showAgain }: Sending): Promise<Response> {
  const faults = messageFaults(text);
  if (Object.keys(faults).length > 0) {
    return showAgain({ draft: { text, errors: faults }, status: 400 });
  }
  try {
    const { thread_id } = await to(text);
    return redirectTo(withNotice(`/account/messages/${thread_id}`, "message_sent"));
  } catch (error) {
    const { errors, status, headers } = keptFormRefusal(error);
    return showAgain({ draft: { text, errors }, status, headers });
  }
}

async function threadPage(
  ctx: AccountContext,
  page: AccountRequest,
  { draft, ...answer }: Again,
): Promise<Response> {
  const { owner, frame, url } = page;
  const wanted = pageWanted(url);
  const shown = await ctx.account.getThread(owner, threadId(page), wanted);
  return privatePage(<ThreadPage {...{ frame, wanted, shown, draft }} />, answer);
}

async function contactPage(
  ctx: AccountContext,
  page: AccountRequest,
  { draft, ...answer }: Again,
): Promise<Response> {
  const { owner, frame } = page;
  const purchase = await ctx.account.getPurchase(owner, purchaseId(page));
  return privatePage(<ContactPage {...{ frame, purchase, draft }} />, answer);
}

async function askPage(
  ctx: AccountContext,
  page: AccountRequest,
  { draft, ...answer }: Again,
): Promise<Response> {
  const dataset = await ctx.account.getAskedDataset(datasetId(page));
  return privatePage(<AskPage frame={page.frame} {...{ dataset, draft }} />, answer);
}

function datasetId(page: AccountRequest): string {
  return idOf(page, "dataset_not_found", "No dataset has this id.");
}

function threadId(page: AccountRequest): string {
  return idOf(page, "thread_not_found", "You have no such conversation.");
}

function purchaseId(page: AccountRequest): string {
  return idOf(page, "purchase_not_found", "You have no such purchase.");
}

/** GET /account/messages */
export async function showThreads(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const page = await ctx.account.listThreads(owner, wanted);
  return privatePage(<ThreadsPage {...{ frame, wanted, page }} />);
}
