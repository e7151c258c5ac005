/** The ten pages with stored pictures, over a part of the demo that loads quickly. */

export type View = {
  /** The name of its files. */
  name: string;
  /** The alternative text for people who do not see it. */
  alt: string;
  /** The page's path; `{title}` stands for the id of the dataset with that title. */
  path: string;
  /** Seen by the demo's buyer. */
  isSignedIn?: true;
  /** The element at the top of the picture; by default the page's own top. */
  from?: string;
};

export const pictureFiles = [
  "shop-orders",
  "customer-export",
  "power-prices",
  "greenhouse-sensors",
  "pattern-pictures",
  "gtfs.zip",
  "seattle-weather.csv",
  "co2-concentration.csv",
  "penguins.json",
  "wheat.json",
  "zipcodes.csv",
];

const orders = "Orders of an online shop, 2025";

export const views: View[] = [
  { name: "front", alt: "The front page", path: "/" },
  { name: "search", alt: "A search with its facets", path: "/datasets?query=prices" },
  { name: "dataset", alt: "The page of a dataset", path: `/datasets/{${orders}}` },
  {
    name: "columns",
    alt: "Each column with its distribution",
    path: `/datasets/{${orders}}/profile`,
    from: "#columns",
  },
  {
    name: "pictures",
    alt: "An archive of pictures",
    path: "/datasets/{Pictures of four patterns, with labels}",
    from: "#pictures",
  },
  {
    name: "auction",
    alt: "A running auction",
    path: "/datasets/{Hourly power prices and demand, 2025}",
  },
  { name: "connect", alt: "How to connect an agent", path: "/connect" },
  { name: "requests", alt: "Data requests", path: "/requests" },
  { name: "account", alt: "A person's account", path: "/account", isSignedIn: true },
  { name: "purchases", alt: "Purchases", path: "/account/purchases", isSignedIn: true },
];

export const widths = [1280, 360] as const;
export const schemes = ["light", "dark"] as const;

export type Width = (typeof widths)[number];
export type Scheme = (typeof schemes)[number];

export const fileOf = (name: string, width: Width, scheme: Scheme): string =>
  `${name}-${width}-${scheme}.webp`;
