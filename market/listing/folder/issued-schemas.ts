/** What is answered to who asks where to upload. */
import { z } from "zod";
import { uploadUrlsView } from "../upload/schemas.ts";
import { folderUploadView } from "./schemas.ts";

/** Of a single file, or of a folder where files were announced. */
export const issuedUploadView = z
  .union([uploadUrlsView, folderUploadView])
  .meta({ id: "IssuedUpload" });
