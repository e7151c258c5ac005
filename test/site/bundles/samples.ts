/** Sample bundles in each state, for the tests of each page. */
import type { CardSummary } from "../../../market/account/read.ts";
import { bundleStatuses } from "../../../market/bundle/rules.ts";
import type { BundleView } from "../../../market/bundle/schemas.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import { at, isoAt, longTitle, sampleId } from "../purchase-samples.ts";

/** In the order of `bundleStatuses`, from `sampleId(1)` on. */
function sampleBundles(name: string): BundleView[] {
  return bundleStatuses.map((status, index) => {
    const isGone = status === "unavailable";
    return {
      id: sampleId(index + 1),
      status,
      title: index === 0 ? longTitle : name,
      description: index === 0 ? `Rain, and the rivers that it fills.\n${name}` : null,
      price_cents: 9900,
      separate_cents: isGone ? null : 12_450,
      currency: "usd",
      seller: { id: sampleId(60), name, verified: true, identity_checked: true },
      datasets: [
        {
          dataset_id: sampleId(50),
          title: isGone ? null : longTitle,
          category: "sensor",
          price_cents: isGone ? null : 10_000,
          share_cents: status === "open" ? 7952 : null,
        },
        {
          dataset_id: sampleId(51),
          title: name,
          category: "other",
          price_cents: 2450,
          share_cents: status === "open" ? 1948 : null,
        },
      ],
      created_at: isoAt(-5),
      ended_at: status === "ended" ? isoAt(-1) : null,
      links: { self: `https://market.example/bundles/${sampleId(index + 1)}` },
    };
  });
}

export function sampleBundlePages(name: string, cards: CardSummary[]) {
  const bundles = sampleBundles(name);
  const [first] = bundles;
  if (first === undefined) throw new Error("no bundle");
  return {
    listBundles: async () => ({
      items: bundles.map((bundle, index) => ({ ...bundle, isSuspended: index === 1 })),
      total: 43,
    }),
    listBundleListings: async () => [
      { id: sampleId(50), title: name, priceCents: 900, agentId: sampleId(60), agentName: name },
      {
        id: sampleId(51),
        title: longTitle,
        priceCents: 9900,
        agentId: sampleId(60),
        agentName: name,
      },
    ],
    makeBundle: async () => ({ id: sampleId(1) }),
    endBundle: async () => undefined,
    readBundleSale: async (_owner, id) => ({
      bundle: bundles.find((one) => one.id === id) ?? first,
      cards,
      heldUntil: at(7),
    }),
    orderBundle: async () => ({ path: `/account/payments/${sampleId(1)}`, purchase: null }),
    readBundleDecline: async () => `The card has too little money. ${name}`,
  } satisfies Partial<AccountUseCases>;
}
