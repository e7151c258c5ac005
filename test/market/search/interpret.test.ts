/** Which filters the words of a query say, which they don't, and what is left to look for. */
import { describe, expect, test } from "bun:test";
import { planQuery } from "../../../market/search/plan.ts";

const now = new Date("2026-11-22T12:00:00Z");

/** Filters as `name=value`, then the words that still weigh at least a half. */
function read(query: string): [filters: string, words: string] {
  const { interpreted, concepts } = planQuery(query, { interpret: true, now });
  const filters = interpreted.map(({ filter, value }) => `${filter}=${String(value)}`);
  const words = concepts.filter(({ weight }) => weight >= 0.5).map(({ typed }) => typed);
  return [filters.join(" "), words.join(" ")];
}

type Row = [query: string, filters: string, words: string];

const prices: Row[] = [
  ["free weather data", "free=true", "weather"],
  ["weather data for free", "free=true", "weather"],
  ["free", "free=true", ""],
  ["free of charge maps", "free=true", "maps"],
  ["free csv of airports", "free=true format=csv", "airports"],
  ["kostenlose Wetterdaten", "free=true", "Wetterdaten"],
  ["Wetterdaten kostenlos", "free=true", "Wetterdaten"],
  ["données météo gratuites", "free=true", "météo"],
  ["datos de lluvia gratis", "free=true", "lluvia"],
  ["mapas gratuitos", "free=true", "mapas"],
  ["seattle weather at no cost", "free=true", "seattle weather"],
  ["stock prices under 10 dollars", "max_price=10", "stock prices"],
  ["under 10 dollars", "max_price=10", ""],
  ["traffic counts under $10", "max_price=10", "traffic counts"],
  ["traffic counts less than $10.50", "max_price=10.5", "traffic counts"],
  ["traffic counts < 5 usd", "max_price=5", "traffic counts"],
  ["traffic <5€", "max_price=5", "traffic"],
  ["traffic max 5 €", "max_price=5", "traffic"],
  ["traffic max. 5 €", "max_price=5", "traffic"],
  ["Verkehr maximal 5 Euro", "max_price=5", "Verkehr"],
  ["Verkehr unter 5,50 Euro", "max_price=5.5", "Verkehr"],
  ["Verkehr bis zu 20 €", "max_price=20", "Verkehr"],
  ["trafic moins de 10 euros", "max_price=10", "trafic"],
  ["tráfico menos de 10 dólares", "max_price=10", "tráfico"],
  ["traffic up to 1,000 dollars", "max_price=1000", "traffic"],
  ["traffic 10 dollars or less", "max_price=10", "traffic"],
  ["traffic price under 10", "max_price=10", "traffic"],
  ["traffic priced below 10", "max_price=10", "traffic"],
  ["traffic budget of 20", "", "traffic budget 20"],
  ["between 5 and 20 usd sensors", "min_price=5 max_price=20", "sensors"],
  ["sensors from 5 to 20 dollars", "min_price=5 max_price=20", "sensors"],
  ["sensors 5-20 usd", "min_price=5 max_price=20", "sensors"],
  ["sensors $5 to $20", "min_price=5 max_price=20", "sensors"],
  ["Sensoren zwischen 5 und 20 Euro", "min_price=5 max_price=20", "Sensoren"],
  ["capteurs entre 5 et 20 euros", "min_price=5 max_price=20", "capteurs"],
  ["sensores entre 5 y 20 euros", "min_price=5 max_price=20", "sensores"],
  ["sensors over 10 dollars", "min_price=10", "sensors"],
  ["sensors at least 5 €", "min_price=5", "sensors"],
  ["not free sensors", "free=false", "sensors"],
];

const negations: Row[] = [
  ["weather except Seattle", "query=-Seattle", "weather"],
  ["weather but not in the Netherlands", "query=-Netherlands", "weather"],
  ["free flights but not from New York", 'free=true query=-"New York"', "flights"],
  ["languages other than English", "query=-English", "languages"],
  ["Wetter, aber nicht in Köln", "query=-Köln", "Wetter"],
  ["Bevölkerung außer Kinder", "query=-Kinder", "Bevölkerung"],
  ["météo sauf Paris", "query=-Paris", "météo"],
  ["clima pero no de Madrid", "query=-Madrid", "clima"],
];

/** The words stand in what is looked for, or it is unclear what is left out. */
const noNegations: Row[] = [
  ["images without watermark", "", "images watermark"],
  ["households without internet access", "", "households internet access"],
  ["except Seattle", "", "except Seattle"],
  ["youth not in education or training", "", "youth education or training"],
  ["cities other than the ones that I know", "", "cities ones"],
];

const withoutPersonalData: Row[] = [
  ["customers without personal data", "has_personal_data=false", "customers"],
  ["Kunden ohne personenbezogene Daten", "has_personal_data=false", "Kunden"],
  ["clients sans données personnelles", "has_personal_data=false", "clients"],
  ["personal data protection", "", "personal protection"],
];

const noPrices: Row[] = [
  ["free throw statistics", "", "free throw statistics"],
  ["free trade agreements", "", "free trade agreements"],
  ["free energy calculations", "", "free energy calculations"],
  ["gluten free recipes", "", "gluten free recipes"],
  ["sugar-free drinks", "", "sugar-free drinks"],
  ["duty free sales", "", "duty free sales"],
  ["free school meals by district", "", "free school meals district"],
  ["cheap flights", "", "flights"],
  ["under 10", "", "10"],
  ["people living under 2 dollars a day", "", "people living 2 dollars day"],
  ["wages over 15 dollars per hour", "", "wages 15 dollars hour"],
  ["houses over 500000 dollars", "", "houses 500000 dollars"],
  ["dollar exchange rates", "", "dollar exchange rates"],
  ["euro 2020 results", "", "euro 2020 results"],
  ["price of coffee", "", "price coffee"],
  ["-free weather", "", "weather"],
  ['"free weather"', "", ""],
];

const formats: Row[] = [
  ["kelvin station csv", "format=csv", "kelvin station"],
  ["csv kelvin station", "format=csv", "kelvin station"],
  ["airports as json", "format=json", "airports"],
  ["airports in parquet", "format=parquet", "airports"],
  ["airports (parquet)", "format=parquet", "airports"],
  ["parquet files of taxi trips", "format=parquet", "taxi trips"],
  ["taxi trips .csv", "format=csv", "taxi trips"],
  ["excel file with budgets", "format=xlsx", "budgets"],
  ["budgets excel", "format=xlsx", "budgets"],
  ["budgets xlsx", "format=xlsx", "budgets"],
  ["rivers geojson", "format=geojson", "rivers"],
  ["logs in ndjson", "format=jsonl", "logs"],
  ["trips in arrow format", "format=arrow", "trips"],
  ["Flughäfen als CSV", "format=csv", "Flughäfen"],
  ["Flughäfen im JSON Format", "format=json", "Flughäfen"],
  ["aéroports au format csv", "format=csv", "aéroports"],
  ["aeropuertos en formato json", "format=json", "aeropuertos"],
  ["format:csv airports", "format=csv", "airports"],
  ["avro files of events", "format=avro", "events"],
  ["parquet floors", "", "parquet floors"],
  ["json web tokens", "", "json web tokens"],
  ["json schema corpus", "", "json schema"],
  ["arrow heads of the bronze age", "", "arrow heads bronze age"],
  ["excel formulas", "", "excel formulas"],
  ["feather colours of birds", "", "feather colours birds"],
  ["text messages", "", "text messages"],
  ["csv or parquet of trips", "", "trips"],
];

const licenses: Row[] = [
  ["maps open licence", "license=open", "maps"],
  ["openly licensed maps", "license=open", "maps"],
  ["maps cc-by", "license=cc-by", "maps"],
  ["maps CC BY 4.0", "license=cc-by-4.0", "maps"],
  ["maps cc-by-sa-4.0", "license=cc-by-sa-4.0", "maps"],
  ["maps cc0", "license=cc0", "maps"],
  ["maps under mit license", "license=mit", "maps"],
  ["maps license: mit", "license=mit", "maps"],
  ["maps mit licensed", "license=mit", "maps"],
  ["apache 2.0 license maps", "license=apache-2.0", "maps"],
  ["apache-2.0 licensed maps", "license=apache-2.0", "maps"],
  ["odbl streets", "license=odbl", "streets"],
  ["public domain portraits", "license=public-domain", "portraits"],
  ["portraits commercial use allowed", "license=allows-commercial-use", "portraits"],
  ["portraits for commercial use", "license=allows-commercial-use", "portraits"],
  ["Porträts kommerzielle Nutzung", "license=allows-commercial-use", "Porträts"],
  ["Karten offene Lizenz", "license=open", "Karten"],
  ["Karten Lizenz CC BY", "license=cc-by", "Karten"],
  ["cartes licence ouverte", "license=open", "cartes"],
  ["mapas licencia abierta", "license=open", "mapas"],
  ["apache license plates", "", "apache license plates"],
  ["mit courses", "", "mit courses"],
  ["Städte mit Einwohnern", "", "Städte Einwohnern"],
  ["apache tribes", "", "apache tribes"],
  ["driving license holders", "", "driving license holders"],
  ["open source projects", "", "open source projects"],
  ["non commercial use", "", "non commercial"],
];

const sizes: Row[] = [
  ["trips with more than 1000 rows", "min_rows=1000", "trips"],
  ["trips more than 1,000 rows", "min_rows=1000", "trips"],
  ["trips at least 1 million records", "min_rows=1000000", "trips"],
  ["trips 1.5 million rows or more", "min_rows=1500000", "trips"],
  ["trips over 10k rows", "min_rows=10000", "trips"],
  ["trips 1000+ rows", "min_rows=1000", "trips"],
  ["trips under 500 rows", "max_rows=500", "trips"],
  ["trips between 100 and 1000 rows", "min_rows=100 max_rows=1000", "trips"],
  ["Fahrten mindestens 1000 Zeilen", "min_rows=1000", "Fahrten"],
  ["Fahrten mehr als 2 Millionen Einträge", "min_rows=2000000", "Fahrten"],
  ["trajets plus de 1000 lignes", "min_rows=1000", "trajets"],
  ["viajes más de 1000 filas", "min_rows=1000", "viajes"],
  ["trips under 100 MB", "max_bytes=100000000", "trips"],
  ["trips smaller than 1.5 GB", "max_bytes=1500000000", "trips"],
  ["trips max 500kb", "max_bytes=500000", "trips"],
  ["Fahrten unter 100 MB", "max_bytes=100000000", "Fahrten"],
  ["trips larger than 10 MB", "min_bytes=10000000", "trips"],
  ["Fahrten größer als 1 GB", "min_bytes=1000000000", "Fahrten"],
  ["trips between 1 and 5 GB", "min_bytes=1000000000 max_bytes=5000000000", "trips"],
  ["small csv of trips", "max_bytes=10000000 format=csv", "trips"],
  ["large table of trips", "min_rows=100000", "trips"],
  ["small businesses", "", "small businesses"],
  ["big data conferences", "", "big conferences"],
  ["1000 genomes", "", "1000 genomes"],
  ["100 m sprint", "", "100 m sprint"],
  ["death row records", "", "death"],
];

const times: Row[] = [
  ["elections since 2024", "covers_from=2024-01-01", "elections"],
  ["elections since March 2024", "covers_from=2024-03-01", "elections"],
  ["elections since 2024-05-17", "covers_from=2024-05-17", "elections"],
  ["elections from 2019", "covers_from=2019-01-01", "elections"],
  ["elections after 2019", "covers_from=2020-01-01", "elections"],
  ["elections before 1950", "covers_to=1949-12-31", "elections"],
  ["elections until 2010", "covers_to=2010-12-31", "elections"],
  ["elections 2019-2023", "covers_from=2019-01-01 covers_to=2023-12-31", "elections"],
  ["elections 2019–2023", "covers_from=2019-01-01 covers_to=2023-12-31", "elections"],
  ["elections 2019 to 2023", "covers_from=2019-01-01 covers_to=2023-12-31", "elections"],
  ["elections 2019-23", "covers_from=2019-01-01 covers_to=2023-12-31", "elections"],
  ["elections between 2019 and 2023", "covers_from=2019-01-01 covers_to=2023-12-31", "elections"],
  ["elections from the 1990s", "covers_from=1990-01-01 covers_to=1999-12-31", "elections"],
  ["1990s elections", "covers_from=1990-01-01 covers_to=1999-12-31", "elections"],
  ["Wahlen seit 2020", "covers_from=2020-01-01", "Wahlen"],
  ["Wahlen ab Mai 2020", "covers_from=2020-05-01", "Wahlen"],
  ["Wahlen von 2019 bis 2023", "covers_from=2019-01-01 covers_to=2023-12-31", "Wahlen"],
  ["Wahlen der 90er Jahre", "covers_from=1990-01-01 covers_to=1999-12-31", "Wahlen"],
  ["élections depuis 2020", "covers_from=2020-01-01", "élections"],
  ["élections des années 90", "covers_from=1990-01-01 covers_to=1999-12-31", "élections"],
  ["elecciones desde 2020", "covers_from=2020-01-01", "elecciones"],
  ["elecciones entre 2019 y 2023", "covers_from=2019-01-01 covers_to=2023-12-31", "elecciones"],
  ["earthquakes last 30 days", "covers_from=2026-10-23", "earthquakes"],
  ["earthquakes in the last 2 years", "covers_from=2024-11-22", "earthquakes"],
  ["earthquakes this year", "covers_from=2026-01-01", "earthquakes"],
  ["earthquakes this week", "covers_from=2026-11-16", "earthquakes"],
  ["Erdbeben der letzten 30 Tage", "covers_from=2026-10-23", "Erdbeben"],
  ["séismes des 30 derniers jours", "covers_from=2026-10-23", "séismes"],
  ["terremotos de los últimos 30 días", "covers_from=2026-10-23", "terremotos"],
  ["prices updated this year", "updated_since=2026-01-01", "prices"],
  ["prices updated since 2024", "updated_since=2024-01-01", "prices"],
  ["prices updated in 2025", "updated_since=2025-01-01", "prices"],
  ["prices updated in the last 30 days", "updated_since=2026-10-23", "prices"],
  ["prices last updated within the last 2 weeks", "updated_since=2026-11-08", "prices"],
  ["prices published after 2024", "updated_since=2025-01-01", "prices"],
  ["prices updated daily", "updated_since=2026-11-20", "prices"],
  ["daily updated prices", "updated_since=2026-11-20", "prices"],
  ["täglich aktualisierte Preise", "", "täglich aktualisierte Preise"],
  ["Preise täglich aktualisiert", "updated_since=2026-11-20", "Preise"],
  ["Preise seit 2024 aktualisiert", "updated_since=2024-01-01", "Preise"],
  ["prix mis à jour depuis 2024", "updated_since=2024-01-01", "prix"],
  ["precios actualizados desde 2024", "updated_since=2024-01-01", "precios"],
  ["recently updated prices", "updated_since=2026-08-22", "prices"],
  ["since you asked", "", "asked"],
  ["daily mail headlines", "", "daily mail headlines"],
  ["daily temperatures", "", "daily temperatures"],
  ["election 2020", "", "election 2020"],
  ["world cup 2018", "", "world cup 2018"],
  ["census in 2011", "", "census 2011"],
  ["covid-19", "", "covid-19"],
  ["last names", "", "last names"],
  ["before and after photos", "", "photos"],
  ["new york crimes", "", "new york crimes"],
  ["great lakes levels", "", "great lakes levels"],
  ["windows 95 bugs", "", "windows 95 bugs"],
];

const named: Row[] = [
  ["paintings by auction", "pricing_type=auction", "paintings"],
  ["paintings open for bids", "pricing_type=auction", "paintings"],
  ["paintings buy now", "pricing_type=buy_it_now", "paintings"],
  ["Gemälde Sofortkauf", "pricing_type=buy_it_now", "Gemälde"],
  ["art auction results", "", "art auction results"],
  ["tweets in german", "language=de", "tweets"],
  ["Tweets auf Deutsch", "language=de", "Tweets"],
  ["tweets en français", "language=fr", "tweets"],
  ["tuits en español", "language=es", "tuits"],
  ["reviews in english csv", "language=en format=csv", "reviews"],
  ["players in english football", "", "players english football"],
  ["german cities", "", "german cities"],
  ["category retail shoes", "category=retail", "shoes"],
  ["category:sensor wind", "category=sensor", "wind"],
  ["financial data", "", "financial"],
  ["Turkey recipes", "", "Turkey recipes"],
];

const fillers: Row[] = [
  ["dataset with kelvin readings for machine learning", "", "kelvin readings"],
  ["kelvin data", "", "kelvin"],
  ["I need a dataset of bird songs please", "", "bird songs"],
  ["can you find me data about coffee?", "", "coffee"],
  ["I am looking for some good datasets on air quality", "", "air quality"],
  ["do you have any tables with earthquakes?", "", "earthquakes"],
  ["Ich suche Daten über Erdbeben", "", "Erdbeben"],
  ["Ich brauche einen Datensatz mit Flughäfen", "", "Flughäfen"],
  ["Gibt es Tabellen zu Postleitzahlen?", "", "Postleitzahlen"],
  ["je cherche un jeu de données sur les séismes", "", "séismes"],
  ["j'ai besoin de données sur la pluie s'il vous plaît", "", "pluie"],
  ["necesito datos sobre terremotos", "", "terremotos"],
  ["busco un conjunto de datos de aeropuertos", "", "aeropuertos"],
  ["data", "", "data"],
  ["dataset csv", "format=csv", ""],
  ["I need a dataset", "", "dataset"],
  ["the", "", "the"],
  ["to be or not to be", "", "to be or not to be"],
  ["los angeles crimes", "", "angeles crimes"],
  ["war casualties", "", "war casualties"],
  ["car accidents in the die cast industry", "", "car accidents die cast industry"],
  ["weather/climate/meteorology", "", "weather climate meteorology"],
];

describe.each([
  ["prices", prices],
  ["no prices", noPrices],
  ["negations", negations],
  ["no negations", noNegations],
  ["no personal data", withoutPersonalData],
  ["formats", formats],
  ["licences", licenses],
  ["sizes", sizes],
  ["times", times],
  ["named", named],
  ["words that say little", fillers],
])("%s", (_name, rows) => {
  test.each(rows)("%s", (query, filters, words) => {
    expect(read(query)).toEqual([filters, words]);
  });
});

test("what was read names its words, and nothing is read with interpret=false", () => {
  const query = "I need free weather csv under 100 MB since 2019";
  expect(planQuery(query, { interpret: true, now }).interpreted).toEqual([
    { filter: "free", value: true, words: "free" },
    { filter: "format", value: "csv", words: "csv" },
    { filter: "max_bytes", value: 100_000_000, words: "under 100 MB" },
    { filter: "covers_from", value: "2019-01-01", words: "since 2019" },
  ]);
  const plain = planQuery(query, { interpret: false, now });
  expect(plain.interpreted).toEqual([]);
  expect(plain.concepts.map(({ typed }) => typed)).toContain("free");
});
