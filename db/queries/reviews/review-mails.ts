/** Reviews for the mail job. */
import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import { accounts, agents, listings, reviews } from "../../schema/index.ts";
import type { ReviewRow } from "./reviews.ts";

type Person = { accountId: string; email: string; emailVerified: boolean };
/** `seller` is null if the agent has no owner any more. */
export type ReviewMailRow = {
  review: ReviewRow;
  title: string;
  author: Person;
  seller: Person | null;
};

export async function findReviewMail(
  db: Database,
  reviewId: string,
): Promise<ReviewMailRow | null> {
  const sellers = alias(accounts, "sellers");
  const [row] = await db
    .select({
      review: reviews,
      title: listings.title,
      author: {
        accountId: accounts.id,
        email: accounts.email,
        emailVerified: accounts.emailVerified,
      },
      seller: {
        accountId: sellers.id,
        email: sellers.email,
        emailVerified: sellers.emailVerified,
      },
    })
    .from(reviews)
    .innerJoin(listings, eq(listings.id, reviews.listingId))
    .innerJoin(accounts, eq(accounts.id, reviews.accountId))
    .innerJoin(agents, eq(agents.id, reviews.sellerAgentId))
    .leftJoin(sellers, eq(sellers.id, agents.accountId))
    .where(eq(reviews.id, reviewId));
  return row ?? null;
}
