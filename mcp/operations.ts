/** The API's operations that the tools use: where each is, and the shape of its answer. */
import { z } from "zod";
import { operatorView } from "../market/account/schemas.ts";
import { agentView, registerView } from "../market/agent/schemas.ts";
import { filePartUrlsView } from "../market/listing/folder/part-schemas.ts";
import { folderUploadView, uploadFilesPage } from "../market/listing/folder/schemas.ts";
import { uploadUrlsView, uploadView } from "../market/listing/upload/schemas.ts";
import { profileSchema, sampleSchema } from "../market/profile/schemas.ts";
import { purchaseView } from "../market/purchase/schemas.ts";
import { waitingPurchaseView } from "../market/purchase/waiting/schemas.ts";

export type Operation<Answer extends z.ZodType = z.ZodType> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With its parameters as `{id}`. */
  path: string;
  answer: Answer;
  /** How long one try may take; more where the API itself waits. */
  tryMsMax: number;
};

const QUICK_MS_MAX = 10_000;
/** The API waits up to 20 s for the outcome of a charge. */
const CHARGE_MS_MAX = 27_000;

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
  readOperator: get("/operator/me", operatorView),
  buyDataset: post(
    "/datasets/{id}/buy",
    z.union([purchaseView, waitingPurchaseView]),
    CHARGE_MS_MAX,
  ),

  registerAgent: post("/agent/register", registerView),
  readAgent: get("/agent/me", agentView),
  requestUpload: post("/listings/{id}/upload-urls", uploadUrlsView),
  announceFolder: post("/listings/{id}/upload-urls", folderUploadView),
  getUpload: get("/listings/{id}/uploads/{upload_id}", uploadView),
  listUploadFiles: get("/listings/{id}/uploads/{upload_id}/files", uploadFilesPage),
  requestFileParts: post(
    "/listings/{id}/uploads/{upload_id}/files/{position}/part-urls",
    filePartUrlsView,
  ),
  requestParts: post("/listings/{id}/uploads/{upload_id}/part-urls", uploadUrlsView),
  getOwnSample: get("/listings/{id}/sample", sampleSchema),
  getOwnProfile: get("/listings/{id}/profile", profileSchema),
} satisfies Record<string, Operation>;
