import type { Act, Show } from "../../handle.tsx";
import { showFile, showFound, showProgress } from "./file-handlers.tsx";
import {
  cancelImport,
  retryImport,
  showImport,
  showImportProgress,
  startImport,
} from "./import-handlers.tsx";
import { showPreview } from "./preview-handlers.tsx";
import {
  deleteDraft,
  discardVersion,
  openVersion,
  showListing,
  showStart,
  startListing,
  withdraw,
} from "./start-handlers.tsx";
import { publish, showPublish, showTerms } from "./terms-handlers.tsx";
import { showUpload } from "./upload-handlers.ts";

export const sellPages: [path: string, show: Show][] = [
  ["/account/sell", showStart],
  ["/account/listings/:id", showListing],
  ["/account/listings/:id/file", showFile],
  ["/account/listings/:id/uploads/:upload", showUpload],
  ["/account/listings/:id/import", showImport],
  ["/account/listings/:id/import/progress", showImportProgress],
  ["/account/listings/:id/found", showFound],
  ["/account/listings/:id/found/progress", showProgress],
  ["/account/listings/:id/terms", showTerms],
  ["/account/listings/:id/preview", showPreview],
  ["/account/listings/:id/publish", showPublish],
];

export const sellForms: [path: string, act: Act][] = [
  ["/account/listings/:id/delete", deleteDraft],
  ["/account/listings/:id/withdraw", withdraw],
  ["/account/listings/:id/discard", discardVersion],
  ["/account/listings/:id/import/cancel", cancelImport],
  ["/account/listings/:id/import/retry", retryImport],
];

/** Forms that act once, even if posted twice. */
export const sellOnceForms: [path: string, act: Act][] = [
  ["/account/sell", startListing],
  ["/account/listings/:id/import", startImport],
  ["/account/listings/:id/versions", openVersion],
  ["/account/listings/:id/publish", publish],
];
