/**
 * The demo catalogue: real files of the npm package `vega-datasets`. Only such are listed whose
 * licence the package states; licences and sources are read from the package, not repeated here.
 */
import type { CategoryId } from "../../market/vocabulary.ts";

export type DemoDataset = {
  /** Below the package's `data` folder. */
  file: string;
  format: "csv" | "tsv" | "json" | "geojson" | "parquet";
  title: string;
  description: string;
  category: CategoryId;
  tags: string[];
  /** Without `auction`: free when left out. With it: the buy-it-now price of a hybrid. */
  priceCents?: number;
  /** Ends so many days after it is loaded. */
  auction?: { startPriceCents: number; reservePriceCents?: number; licenses: number; days: number };
};

export const demoDatasets: DemoDataset[] = [
  {
    file: "airports.csv",
    format: "csv",
    title: "Airports of the United States",
    description: "Airports and landing fields with code, name, city, state and coordinates.",
    category: "geographic",
    tags: ["airports", "aviation", "coordinates"],
  },
  {
    file: "birdstrikes.csv",
    format: "csv",
    title: "Wildlife strikes on aircraft",
    description: "Reported strikes with aircraft, airport, species, phase of flight, cost, damage.",
    category: "scientific",
    tags: ["aviation", "wildlife", "safety"],
  },
  {
    file: "budget.json",
    format: "json",
    title: "Receipts of the U.S. federal budget, 1962 to 2020",
    description: "Revenue by source and agency for each fiscal year, with forecasts.",
    category: "financial",
    tags: ["budget", "government", "time-series"],
  },
  {
    file: "co2-concentration.csv",
    format: "csv",
    title: "Atmospheric CO2 at Mauna Loa",
    description: "Monthly concentration of carbon dioxide, with and without the season's cycle.",
    category: "scientific",
    tags: ["climate", "co2", "time-series"],
  },
  {
    file: "countries.json",
    format: "json",
    title: "Life expectancy and fertility by country",
    description: "Both figures for countries every five years, with those of the neighbour years.",
    category: "social",
    tags: ["countries", "demography", "health"],
  },
  {
    file: "earthquakes.json",
    format: "geojson",
    title: "A week of earthquakes",
    description: "All events of one week with magnitude, place, depth and time, as GeoJSON points.",
    category: "sensor",
    tags: ["earthquakes", "geojson", "seismology"],
  },
  {
    file: "flights-20k.json",
    format: "json",
    title: "Flight delays, 20,000 flights",
    description: "Departure, delay, distance, origin and destination of U.S. domestic flights.",
    category: "other",
    tags: ["aviation", "delays", "flights"],
  },
  {
    file: "flights-3m.parquet",
    format: "parquet",
    title: "Flight delays, three million flights",
    description: "Departure, delay, distance, origin and destination of U.S. domestic flights.",
    category: "other",
    tags: ["aviation", "delays", "flights", "large"],
  },
  {
    file: "flights-airport.csv",
    format: "csv",
    title: "Flights between U.S. airports in 2008",
    description: "The number of flights for each pair of origin and destination airport.",
    category: "geographic",
    tags: ["airports", "flights", "network"],
  },
  {
    file: "gapminder-health-income.csv",
    format: "csv",
    title: "Health and income of nations",
    description: "Income per head, life expectancy, population and region, one row a country.",
    category: "social",
    tags: ["countries", "health", "income"],
    priceCents: 499,
  },
  {
    file: "gapminder.json",
    format: "json",
    title: "Population, fertility and life expectancy, 1955 to 2005",
    description: "Key demographic figures of 62 countries every five years.",
    category: "social",
    tags: ["countries", "demography", "time-series"],
  },
  {
    file: "global-temp.csv",
    format: "csv",
    title: "Global temperature anomalies since 1880",
    description: "Yearly difference of land and sea surface temperature from the long-term mean.",
    category: "scientific",
    tags: ["climate", "temperature", "time-series"],
  },
  {
    file: "iowa-electricity.csv",
    format: "csv",
    title: "Electricity of Iowa by source",
    description: "Yearly net generation from fossil fuels, nuclear energy and renewables.",
    category: "scientific",
    tags: ["electricity", "energy", "time-series"],
  },
  {
    file: "penguins.json",
    format: "json",
    title: "Palmer penguins",
    description: "Bill, flipper and body mass of 344 penguins of three species.",
    category: "scientific",
    tags: ["biology", "measurements", "penguins"],
  },
  {
    file: "political-contributions.json",
    format: "json",
    title: "Contributions to U.S. candidates",
    description: "Receipts, disbursements and contributions of election campaigns by candidate.",
    category: "financial",
    tags: ["campaigns", "elections", "finance"],
  },
  {
    file: "seattle-weather-hourly-normals.csv",
    format: "csv",
    title: "Hourly weather normals of Seattle",
    description:
      "Thirty-year averages of temperature, pressure and wind for each hour of the year.",
    category: "sensor",
    tags: ["hourly", "normals", "weather"],
    auction: { startPriceCents: 500, licenses: 1, days: 30 },
  },
  {
    file: "seattle-weather.csv",
    format: "csv",
    title: "Daily weather in Seattle, 2012 to 2015",
    description: "Precipitation, temperature, wind and kind of weather, one row a day.",
    category: "sensor",
    tags: ["daily", "time-series", "weather"],
  },
  {
    file: "species.csv",
    format: "csv",
    title: "Habitat of four species by U.S. county",
    description: "Share of year-round habitat of robin, deer, bullfrog and garter snake by county.",
    category: "geographic",
    tags: ["counties", "habitat", "wildlife"],
    priceCents: 2900,
    auction: { startPriceCents: 800, reservePriceCents: 1500, licenses: 3, days: 60 },
  },
  {
    file: "unemployment-across-industries.json",
    format: "json",
    title: "Unemployment across industries, 2000 to 2010",
    description: "Monthly count and rate of unemployed people in each U.S. industry.",
    category: "financial",
    tags: ["employment", "industries", "time-series"],
  },
  {
    file: "unemployment.tsv",
    format: "tsv",
    title: "Unemployment by U.S. county",
    description: "The rate of unemployment for each county, by county code.",
    category: "financial",
    tags: ["counties", "employment", "rates"],
  },
  {
    file: "us-employment.csv",
    format: "csv",
    title: "Employment in the United States by sector",
    description: "Monthly number of jobs in each sector, seasonally adjusted, 2006 to 2015.",
    category: "financial",
    tags: ["employment", "sectors", "time-series"],
  },
  {
    file: "zipcodes.csv",
    format: "csv",
    title: "U.S. postal codes with coordinates",
    description: "Each postal code with latitude, longitude, city, state and county.",
    category: "geographic",
    tags: ["coordinates", "postal-codes"],
    priceCents: 1999,
  },
];
