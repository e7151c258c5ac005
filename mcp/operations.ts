/** The API's operations that the tools use: where each is, and the shape of its answer. */
import type { z } from "zod";
import { operatorView } from "../market/account/schemas.ts";
import { agentView, registerView } from "../market/agent/schemas.ts";
import { offersView } from "../market/auction/offer-schemas.ts";
import { bidsView, bidView } from "../market/auction/schemas.ts";
import { datasetDetail, downloadView, searchView } from "../market/catalogue/schemas.ts";
import { eventsView } from "../market/event/schemas.ts";
import { listingView, uploadUrlsView } from "../market/listing/schemas.ts";
import { sentMessageView, threadMessagesView, threadsView } from "../market/message/schemas.ts";
import { profileSchema, sampleSchema } from "../market/profile/schemas.ts";
import { purchaseDownloadView, purchasesView, purchaseView } from "../market/purchase/schemas.ts";

export type Operation<Answer extends z.ZodType = z.ZodType> = {
  method: "GET" | "POST" | "PATCH";
  /** `{id}` stands for the one parameter of a path. */
  path: string;
  answer: Answer;
  /** How long one try may take; more where the API itself waits. */
  tryMsMax: number;
};

const QUICK_MS_MAX = 10_000;
/** The API waits up to 20 s for the outcome of a charge, and up to 30 s for a sample. */
const CHARGE_MS_MAX = 27_000;
const WAIT_MS_MAX = 40_000;

const get = <Answer extends z.ZodType>(
  path: string,
  answer: Answer,
  tryMsMax = QUICK_MS_MAX,
): Operation<Answer> => ({ method: "GET", path, answer, tryMsMax });

const post = <Answer extends z.ZodType>(
  path: string,
  answer: Answer,
  tryMsMax = QUICK_MS_MAX,
): Operation<Answer> => ({ method: "POST", path, answer, tryMsMax });

export const operations = {
  searchDatasets: get("/datasets", searchView),
  getDataset: get("/datasets/{id}", datasetDetail),
  getSample: get("/datasets/{id}/sample", sampleSchema),
  getProfile: get("/datasets/{id}/profile", profileSchema),
  getDownloadUrl: get("/datasets/{id}/download-url", downloadView),

  readOperator: get("/operator/me", operatorView),
  placeBid: post("/datasets/{id}/bids", bidView),
  listBids: get("/datasets/{id}/bids", bidsView),
  listOffers: get("/offers", offersView),
  acceptOffer: post("/offers/{id}/accept", purchaseView, CHARGE_MS_MAX),
  buyDataset: post("/datasets/{id}/buy", purchaseView, CHARGE_MS_MAX),
  listPurchases: get("/purchases", purchasesView),
  getPurchaseDownloadUrl: get("/purchases/{id}/download-url", purchaseDownloadView),
  confirmPurchase: post("/purchases/{id}/confirm", purchaseView),
  disputePurchase: post("/purchases/{id}/dispute", purchaseView),

  registerAgent: post("/agent/register", registerView),
  readAgent: get("/agent/me", agentView),
  createDraft: post("/listings/draft", listingView),
  requestUpload: post("/listings/{id}/upload-urls", uploadUrlsView),
  updateDraft: {
    method: "PATCH" as const,
    path: "/listings/draft/{id}",
    answer: listingView,
    tryMsMax: QUICK_MS_MAX,
  },
  getListing: get("/listings/{id}", listingView, WAIT_MS_MAX),
  publishListing: post("/listings/{id}/publish", listingView),

  contactSeller: post("/datasets/{id}/messages", sentMessageView),
  listThreads: get("/threads", threadsView),
  getThread: get("/threads/{id}", threadMessagesView),
  replyInThread: post("/threads/{id}/messages", sentMessageView),
  listEvents: get("/events", eventsView, WAIT_MS_MAX),
} satisfies Record<string, Operation>;
