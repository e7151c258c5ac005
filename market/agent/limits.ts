// Auctions and purchases that the refusal to delete an agent lists.
export const AGENT_OPEN_MATTERS_SHOWN_MAX = 20;

/** An approval link. */
export const APPROVAL_TTL_HOURS = 72;

/** The pause between two mails for one agent. */
export const APPROVAL_MAIL_PAUSE_MINUTES = 10;

/** Mails to one address in a day; further agents wait without one. */
export const APPROVAL_MAILS_PER_OWNER_PER_DAY_MAX = 10;

/** How long the first caller's network address can get the token again. */
export const TOKEN_REISSUE_MINUTES = 10;

/** Shortest `Idempotency-Key` of a registration; a shorter one is ignored. It could be guessed. */
export const REGISTRATION_KEY_CHARS_MIN = 16;

/** A seller's logo as it is sent: PNG, JPEG or WebP. */
export const SELLER_LOGO_BYTES_MAX = 262_144;

/** Each side of the sent picture. */
export const SELLER_LOGO_EDGE_PIXELS_MAX = 4096;

// The longer side of the stored picture.
export const SELLER_LOGO_SHOWN_PIXELS = 256;

// A decoder that takes longer is killed.
export const SELLER_LOGO_DECODE_SECONDS_MAX = 10;

// A JSON body with a logo in base64.
export const SELLER_LOGO_BODY_BYTES_MAX = 393_216;

// The text of a seller's public page.
export const SELLER_ABOUT_CHARS_MAX = 2000;

/** Links on a seller's public page. */
export const SELLER_WEBSITES_MAX = 5;

// One of these links.
export const SELLER_WEBSITE_CHARS_MAX = 300;
