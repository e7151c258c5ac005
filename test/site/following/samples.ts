/** Sample follows, for the tests of each page. */
import type { OwnerFollowView } from "../../../market/follow/read.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import { isoAt, sampleId } from "../purchase-samples.ts";

/** A seller, and a dataset that is gone. */
function sampleFollows(name: string): OwnerFollowView[] {
  const links = { target: "http://localhost/sellers/1" };
  const ofSeller: OwnerFollowView = {
    ...{ id: sampleId(1), kind: "seller", seller_id: sampleId(1), name, mail: "daily" },
    collection_id: null,
    ...{ dataset_id: null, created_at: isoAt(-3), links, agent_name: null },
  };
  const ofDataset: OwnerFollowView = {
    ...{ id: sampleId(2), kind: "dataset", seller_id: null, name: null, mail: "none" },
    collection_id: null,
    ...{ dataset_id: sampleId(2), created_at: isoAt(-9), links, agent_name: name },
  };
  return [ofSeller, ofDataset];
}

export function sampleFollowPages(name: string) {
  return {
    listFollows: async () => ({ items: sampleFollows(name), total: 87 }),
    follow: async () => undefined,
    unfollow: async () => undefined,
  } satisfies Partial<AccountUseCases>;
}
