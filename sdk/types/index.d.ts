/** The SDK for Node, Bun, Deno and browsers. Files are in `dataset-market/node`. */
export type { Answer, CallOptions, Input, Item, MarketOptions, OperationName, PagedName, } from "./caller.ts";
export { type DownloadOptions, filesOf, findSource, type Opened, type Progress, readFile, type Source, type SourceFile, } from "./download.ts";
export { ConnectionError, HashMismatchError, MarketError, PriceLimitError, type Problem, } from "./errors.ts";
export type * from "./generated/types.ts";
export type { ImportOptions, ImportSource } from "./import.ts";
export { type BundleOptions, type BuyOptions, Market } from "./market.ts";
export { type ReceiptClaims, ReceiptError, verifyReceipt } from "./receipts.ts";
export { createSha256 } from "./sha256.ts";
export type { Readable, Uploaded, UploadOptions, UploadProgress } from "./upload.ts";
export { countDistinct, decodeSketch, type Sketch, sketchValues, ValueSketch, } from "./value-sketch.ts";
export type { ProfileOptions, WaitOptions } from "./wait.ts";
export { type Delivery, verifyWebhook, WebhookError } from "./webhooks.ts";
