/** The answer of `issueUploadUrls`. */
import { z } from "zod";
import { uploadUrlsView } from "../upload/schemas.ts";
import { folderUploadView } from "./schemas.ts";

/** For a single file, or for a folder if files were announced. */
export const issuedUploadView = z
  .union([uploadUrlsView, folderUploadView])
  .meta({ id: "IssuedUpload" });
