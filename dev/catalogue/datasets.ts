/** The demo catalogue: real files from packages with their licences, and generated files. */
import type { DemoDataset } from "./demo-dataset.ts";
import { vegaDatasets } from "./vega-datasets.ts";

const packageDatasets: DemoDataset[] = [
  {
    seller: "open-desk",
    from: "periodic-table",
    file: "data.csv",
    format: "csv",
    title: "The periodic table",
    description: "118 elements with mass, radii, energies, melting and boiling point, density.",
    category: "scientific",
    tags: ["chemistry", "elements", "physics"],
  },
  {
    seller: "open-desk",
    from: "sample-gtfs-feed",
    file: "gtfs.zip",
    format: "zip",
    title: "Timetable of an imaginary city (GTFS)",
    description:
      "A transit feed of several tables: agencies, stops, routes, trips, stop times and shapes.",
    category: "geographic",
    tags: ["gtfs", "stops", "timetable", "transit"],
  },
  {
    seller: "open-desk",
    from: "spdx-license-list",
    file: "spdx-full.json",
    format: "jsonl",
    title: "Texts of software licences",
    description: "Each licence that SPDX lists: identifier, name, address and the whole text.",
    category: "text",
    tags: ["documents", "licences", "spdx", "text"],
  },
];

const madeDatasets: DemoDataset[] = [
  {
    seller: "made-up-labs",
    from: "made",
    file: "pattern-pictures",
    format: "zip",
    title: "Pictures of four patterns, with labels",
    description: "96 pictures of rings, stripes, checks and waves. The folder is the label.",
    category: "images",
    tags: ["classification", "labels", "patterns", "pictures"],
  },
  {
    seller: "made-up-labs",
    from: "made",
    file: "shop-orders",
    format: "csv",
    title: "Orders of an online shop, 2025",
    description: "2,400 orders with day, product, quantity, price, country and way of payment.",
    category: "retail",
    tags: ["e-commerce", "orders", "products", "time-series"],
    priceCents: 1200,
  },
  {
    seller: "made-up-labs",
    from: "made",
    file: "customer-export",
    format: "csv",
    title: "Customers, as the old system exported them",
    description: "Not cleaned: gaps, repeated rows, three forms of dates, an empty column.",
    category: "retail",
    tags: ["customers", "export", "uncleaned"],
    priceCents: 300,
    trial: { rows: 50, priceCents: 100 },
  },
  {
    seller: "made-up-labs",
    from: "made",
    file: "power-prices",
    format: "csv",
    title: "Hourly power prices and demand, 2025",
    description: "One row an hour of a year: price, demand, wind, sun and temperature.",
    category: "pricing",
    tags: ["electricity", "hourly", "prices", "time-series"],
    auction: {
      startPriceCents: 1000,
      reservePriceCents: 4000,
      licenses: 1,
      days: 2,
      bids: [
        { by: "demo-bidder", maxCents: 2500 },
        { by: "demo-buyer", maxCents: 5200 },
        { by: "demo-bidder", maxCents: 6100 },
      ],
    },
  },
  {
    seller: "made-up-labs",
    from: "made",
    file: "greenhouse-sensors",
    format: "csv",
    title: "A month in a greenhouse, every ten minutes",
    description: "Temperature, humidity, light and soil moisture of six sensors.",
    category: "sensor",
    tags: ["agriculture", "humidity", "sensors", "time-series"],
    auction: {
      startPriceCents: 700,
      licenses: 1,
      endedHoursAgo: 3,
      bids: [
        { by: "demo-bidder", maxCents: 1200 },
        { by: "demo-buyer", maxCents: 2000 },
      ],
    },
  },
];

/** The slowest come first, so that the others are processed meanwhile. */
export const demoDatasets: DemoDataset[] = [...madeDatasets, ...packageDatasets, ...vegaDatasets];
