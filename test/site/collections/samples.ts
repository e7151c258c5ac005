/** Sample collections, for the tests of each page. */
import type { OwnerCollectionView } from "../../../market/collection/read.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import { isoAt, sampleId } from "../purchase-samples.ts";

/** A public one of a seller, and a private one of an agent. */
function sampleCollections(name: string): OwnerCollectionView[] {
  const links = {
    self: `http://localhost/collections/${sampleId(1)}`,
    datasets: `http://localhost/collections/${sampleId(1)}/datasets`,
    search: `http://localhost/datasets?collection=${sampleId(1)}`,
  };
  const seller = { id: sampleId(1), name, verified: true, identity_checked: true };
  const common = { links, description: name, created_at: isoAt(-9), updated_at: isoAt(-3) };
  return [
    {
      ...{ ...common, id: sampleId(1), title: name, visibility: "public", seller },
      ...{ datasets_on_sale: 21, datasets_withdrawn: 2, followers: 10_000, agent_name: null },
      isSuspended: false,
    },
    {
      ...{ ...common, id: sampleId(2), title: name, visibility: "private", seller: null },
      ...{ datasets_on_sale: 0, datasets_withdrawn: 0, followers: 0, agent_name: name },
      isSuspended: true,
    },
  ];
}

export function sampleCollectionPages(name: string) {
  const [first, second] = sampleCollections(name);
  if (first === undefined || second === undefined) throw new Error("no collection");
  const items = Array.from({ length: 3 }, (_, index) => ({
    dataset_id: sampleId(index + 1),
    position: index + 1,
    title: name,
    is_on_sale: index !== 1,
  }));
  const rows = [first, second].map((one, index) => ({
    id: one.id,
    title: name,
    isPublic: index === 0,
    datasets: index,
    holdsIt: index === 0,
  }));
  return {
    listCollections: async () => ({ items: [first, second], total: 87 }),
    getCollection: async (_owner, id) =>
      id === second.id
        ? { collection: second, items: [], total: 0 }
        : { collection: first, items, total: 23 },
    listNameableSellers: async () => [{ id: sampleId(1), name }],
    getSaving: async (_owner, id) => ({ id, title: name, collections: rows }),
    makeCollection: async () => first.id,
    changeCollection: async () => undefined,
    deleteCollection: async () => undefined,
    placeDataset: async () => undefined,
    removeDataset: async () => undefined,
  } satisfies Partial<AccountUseCases>;
}
