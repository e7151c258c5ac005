/** The pages of the account area, in five groups. The navigation and its counts follow this table. */
import type { IconName } from "../kit/icons.tsx";
import { paths } from "./paths.ts";
import type { AccountStatus } from "./standing.ts";

export type Section = {
  href: string;
  label: string;
  /** The number of items that wait for the person. */
  waiting?: (standing: AccountStatus) => number;
  /** Addresses of pages that belong to it and do not begin with its own. */
  also?: readonly string[];
};
export type SectionGroup = { name: string; icon: IconName; sections: readonly Section[] };

export const overviewSection: Section = { href: paths.overview, label: "Overview" };

export const sectionGroups: readonly SectionGroup[] = [
  {
    name: "Buying",
    icon: "cart",
    sections: [
      {
        href: paths.purchases,
        also: [paths.payments, `${paths.access}/to`],
        label: "Purchases",
        waiting: ({ dueConfirmations }) => dueConfirmations,
      },
      {
        href: paths.waiting,
        label: "Approvals",
        waiting: ({ waitingPurchases }) => waitingPurchases,
      },
      { href: paths.subscriptions, label: "Subscriptions" },
      {
        href: paths.auctions,
        label: "Bids",
        waiting: ({ openOffers }) => openOffers,
        also: ["/account/offers"],
      },
      {
        href: paths.privateOffers,
        label: "Private offers",
        waiting: ({ buyersPrivateOffers }) => buyersPrivateOffers,
      },
      { href: paths.requests, label: "Data requests" },
      { href: paths.savedSearches, label: "Saved searches" },
      { href: paths.collections, label: "Collections" },
      { href: paths.following, label: "Following" },
      { href: paths.buckets, label: "Delivery" },
    ],
  },
  {
    name: "Selling",
    icon: "tag",
    sections: [
      { href: paths.listings, label: "Listings", also: [paths.sell] },
      { href: paths.sales, label: "Sales" },
      { href: paths.earnings, label: "Earnings" },
      { href: paths.analytics, label: "Analytics" },
      { href: paths.answers, label: "Offers" },
      {
        href: paths.privateSales,
        label: "Private offers",
        waiting: ({ sellersPrivateOffers }) => sellersPrivateOffers,
      },
      { href: paths.bundles, label: "Bundles" },
      { href: paths.coupons, label: "Coupons" },
      { href: paths.access, label: "Access" },
    ],
  },
  {
    name: "Developers",
    icon: "code",
    sections: [
      {
        href: paths.agents,
        label: "Agents",
        waiting: ({ pendingAgents }) => pendingAgents,
        also: ["/account/seller-page"],
      },
      { href: paths.keys, label: "API keys" },
      { href: paths.connections, label: "Connections" },
      { href: paths.webhooks, label: "Webhooks" },
      { href: paths.audit, label: "Audit log" },
    ],
  },
  {
    name: "Inbox",
    icon: "message",
    sections: [
      {
        href: paths.notifications,
        label: "Notifications",
        waiting: ({ unreadNotifications }) => unreadNotifications,
      },
      {
        href: paths.messages,
        label: "Messages",
        waiting: ({ unreadThreads }) => unreadThreads,
      },
      { href: paths.reviews, label: "Reviews" },
      { href: paths.reports, label: "Reports" },
    ],
  },
  {
    name: "Settings",
    icon: "settings",
    sections: [
      { href: paths.cards, label: "Payment methods" },
      { href: paths.mails, label: "E-mail" },
      { href: paths.devices, label: "Sessions" },
      { href: paths.leave, label: "Your data" },
    ],
  },
];

export const administrationSection: Section = { href: "/admin", label: "Administration" };

const allSections = [
  overviewSection,
  ...sectionGroups.flatMap(({ sections }) => sections),
  administrationSection,
];

const starts = allSections
  .flatMap((section) =>
    [section.href, ...(section.also ?? [])].map((start) => ({ section, start })),
  )
  .toSorted((a, b) => b.start.length - a.start.length);

/** The section of a page's address, by its longest known start; undefined for one outside of all sections. */
export function sectionAt(path: string): Section | undefined {
  const own = starts.find(({ start }) => path === start || path.startsWith(`${start}/`));
  return own?.section;
}
