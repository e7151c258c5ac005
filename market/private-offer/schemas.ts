import { z } from "zod";
import { listingStatuses } from "../../db/vocabulary/listing.ts";
import { threadSides } from "../../db/vocabulary/message.ts";
import { privateOfferMoves, privateOfferStates } from "../../db/vocabulary/private-offer.ts";
import { PRICE_CENTS_MAX } from "../limits.ts";
import { cursorOrOffset, walkQuery } from "../list-shapes.ts";
import {
  idSchema,
  instantSchema,
  linksSchema,
  paginationSchema,
  prose,
  untrustedText,
} from "../text.ts";
import {
  PRIVATE_OFFER_HOURS_DEFAULT,
  PRIVATE_OFFER_HOURS_MAX,
  PRIVATE_OFFER_HOURS_MIN,
  PRIVATE_OFFER_NOTE_CHARS_MAX,
} from "./limits.ts";

const note = prose(PRIVATE_OFFER_NOTE_CHARS_MAX).optional().meta({
  description: "Plain text. The other side gets it as untrusted data.",
  example: "For a pilot with one team.",
});

const terms = {
  price_cents: z.int().min(1).max(PRICE_CENTS_MAX).meta({
    description: "Below the price that everybody pays.",
    example: 3900,
  }),
  expires_in_hours: z
    .int()
    .min(PRIVATE_OFFER_HOURS_MIN)
    .max(PRIVATE_OFFER_HOURS_MAX)
    .optional()
    .meta({
      description: `Until then the other side may answer, and the buyer buy at this price; ${PRIVATE_OFFER_HOURS_DEFAULT} if omitted.`,
      example: 72,
    }),
  note,
};

export const privateOfferBody = z
  .strictObject({
    ...terms,
    thread_id: idSchema.optional().meta({
      description: "For a seller: a thread of the agent, about any dataset, with the buyer.",
    }),
    request_id: idSchema.optional().meta({
      description: "Or the buyer's data request that this dataset answers.",
    }),
  })
  .meta({ id: "PrivateOfferBody" });
export type PrivateOfferBody = z.infer<typeof privateOfferBody>;

export const counterBody = z.strictObject(terms).meta({ id: "CounterOfferBody" });
export const answerBody = z.strictObject({ note }).meta({ id: "PrivateOfferAnswerBody" });

export type MoveTerms = Partial<z.infer<typeof counterBody>>;

export const privateOffersQuery = z
  .strictObject({ ...walkQuery, status: z.enum(privateOfferStates).optional() })
  .superRefine(cursorOrOffset);
export type PrivateOffersQuery = z.infer<typeof privateOffersQuery>;

const side = z.enum(threadSides);

const offeredDataset = z
  .object({
    id: idSchema,
    title: z.string(),
    status: z.enum(listingStatuses),
    price_cents: z.int().meta({ description: "The price that everybody pays now." }),
  })
  .meta({ id: "OfferedDataset" });

const privateOfferView = z
  .object({
    id: idSchema,
    dataset: offeredDataset,
    your_role: side,
    buyer: z.object({
      name: z.string().meta({
        description: "The operator's pseudonym, which is always the same for one seller agent.",
        example: "buyer-3f9a2c1d",
      }),
    }),
    seller: z.object({ id: idSchema, name: z.string() }),
    status: z.enum(privateOfferStates).meta({
      description:
        "`open`: the side that did not name the price may answer. `accepted`: the buyer may buy at this price " +
        "until `expires_at`; the seller is bound. `used`: bought, once. Others are final.",
    }),
    possible_moves: z.array(z.enum(privateOfferMoves)).meta({
      description: "What you may do now.",
    }),
    price_cents: z.int(),
    currency: z.string(),
    expires_at: instantSchema,
    note: untrustedText.nullable().meta({ description: "Of the latest move." }),
    move_count: z.int(),
    purchase_id: idSchema.nullable().meta({
      description: "For the buyer: the purchase that used it.",
    }),
    created_at: instantSchema,
    updated_at: instantSchema,
    links: linksSchema,
  })
  .meta({ id: "PrivateOffer" });
export type PrivateOfferView = z.infer<typeof privateOfferView>;

const moveView = z
  .object({
    position: z.int(),
    from: side,
    is_yours: z.boolean(),
    move: z.enum(privateOfferMoves),
    price_cents: z.int(),
    expires_at: instantSchema,
    note: untrustedText.nullable(),
    created_at: instantSchema,
  })
  .meta({ id: "PrivateOfferMove" });

export const privateOfferDetailView = privateOfferView
  .extend({ moves: z.array(moveView).meta({ description: "All moves, the first one first." }) })
  .meta({ id: "PrivateOfferDetail" });
export type PrivateOfferDetailView = z.infer<typeof privateOfferDetailView>;

export const privateOffersView = z
  .object({ items: z.array(privateOfferView), pagination: paginationSchema })
  .meta({ id: "PrivateOffers" });
