/** Verifies deliveries of Standard Webhooks with Web Crypto. */
import type { Event } from "./generated/types.ts";
export declare class WebhookError extends Error {
    readonly name = "WebhookError";
}
export type Delivery = {
    /** The body as it arrived, not parsed. */
    body: string;
    headers: Headers | Record<string, string | undefined>;
    /** `whsec_…`; several while a rotation lasts. */
    secret: string | string[];
    /** How old a delivery may be. */
    toleranceSeconds?: number;
};
/** The event of a delivery that the marketplace signed. Throws {@link WebhookError}. */
export declare function verifyWebhook(delivery: Delivery): Promise<Event>;
/** Base64 or base64url; no bytes if it is neither. */
export declare function bytesOf(text: string): Uint8Array<ArrayBuffer>;
