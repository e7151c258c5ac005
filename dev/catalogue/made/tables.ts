/**
 * The demo's generated tables, as CSV. All names and addresses are invented, under `example.com`.
 */
import { dayMs, hourMs, minuteMs } from "../../../platform/time.ts";
import { type Random, seededRandom } from "./random.ts";

const yearStart = Date.UTC(2025, 0, 1);
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const timeText = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}:00Z`;
/** One cycle of a day or a year, from -1 to 1. */
const wave = (share: number) => Math.sin(2 * Math.PI * share);

function csv(header: string[], rows: (string | number)[][]): string {
  return `${[header, ...rows].map((row) => row.join(",")).join("\n")}\n`;
}

const products: [[string, string, number], ...[string, string, number][]] = [
  ["desk lamp", "home", 3490],
  ["notebook", "paper", 450],
  ["fountain pen", "paper", 2890],
  ["tea pot", "kitchen", 2450],
  ["bread knife", "kitchen", 1990],
  ["wool blanket", "home", 6900],
  ["bicycle bell", "outdoor", 1290],
  ["rain jacket", "outdoor", 8900],
];

export function shopOrders(): string {
  const random = seededRandom(11);
  const rows = Array.from({ length: 2400 }, (_, index) => {
    const [product, group, cents] = random.pick(products);
    const quantity = 1 + Math.floor(random.next() ** 3 * 6);
    const day = dayText(yearStart + Math.floor((index / 2400) * 365) * dayMs);
    const country = random.pick(["DE", "DE", "FR", "NL", "PL", "AT", "SE"]);
    const payment = random.pick(["card", "card", "transfer", "invoice"]);
    const total = ((quantity * cents) / 100).toFixed(2);
    const returned = random.next() < 0.06 ? "true" : "false";
    return [100_001 + index, day, product, group, quantity, total, country, payment, returned];
  });
  const header = "order_id,day,product,product_group,quantity,total_eur,country,payment,returned";
  return csv(header.split(","), rows);
}

const firstNames = ["Ada", "Noor", "Jan", "Lea", "Tom", "Mia", "Ole", "Ida"] as const;
const lastNames = ["Berg", "Rossi", "Novak", "Diaz", "Okafor", "Meyer", "Lind"] as const;
const dayForms: [(ms: number) => string, ...((ms: number) => string)[]] = [
  dayText,
  (ms) => dayText(ms).split("-").toReversed().join("."),
  (ms) => `${dayText(ms).slice(5).replace("-", "/")}/${dayText(ms).slice(0, 4)}`,
];

/** Uncleaned data: the demo's dataset of poor quality. */
export function customerExport(): string {
  const random = seededRandom(12);
  const rows = Array.from({ length: 420 }, (_, index) => customerRow(random, index));
  const repeated = rows.flatMap((row) => (random.next() < 0.15 ? [row, row] : [row]));
  const header = "id,name,e-mail,phone,since,town,spent,remark,fax,status";
  return csv(header.split(","), repeated);
}

function customerRow(random: Random, index: number): (string | number)[] {
  const maybe = (share: number, value: string) => (random.next() < share ? value : "");
  const first = random.pick(firstNames);
  const last = random.pick(lastNames);
  const spent = (random.next() ** 2 * 900).toFixed(2);
  return [
    index + 1,
    maybe(0.9, `${first} ${last}`),
    maybe(0.55, `${first}.${last}${index}@example.com`.toLowerCase()),
    maybe(0.4, `+49 30 ${random.between(1_000_000, 9_999_999)}`),
    maybe(0.7, random.pick(dayForms)(yearStart - random.between(1, 4000) * dayMs)),
    maybe(0.6, random.pick(["Berlin", "berlin", "BERLIN ", "Hamburg", "N/A", "?"])),
    maybe(0.8, random.next() < 0.3 ? `"${spent.replace(".", ",")}"` : spent),
    maybe(0.05, "call back"),
    "",
    "active",
  ];
}

export function powerPrices(): string {
  const random = seededRandom(13);
  const rows = Array.from({ length: 8760 }, (_, hour) => {
    const ofDay = (hour % 24) / 24;
    const ofYear = hour / 8760;
    const sun = Math.max(0, -wave(ofDay + 0.25) * (1 - 0.5 * wave(ofYear + 0.25))) * 30;
    const wind = 4 + 16 * random.next() ** 2;
    const demand = 52 + 9 * wave(ofDay - 0.3) + 6 * wave(ofYear + 0.25) + 3 * random.next();
    const price = Math.max(-20, 2.4 * (demand - sun * 0.7 - wind) - 35 + 14 * random.next());
    const celsius = 10 - 9 * wave(ofYear + 0.25) - 4 * wave(ofDay + 0.25) + 3 * random.next();
    const figures = [price, demand, wind, sun].map((value) => value.toFixed(2));
    return [timeText(yearStart + hour * hourMs), ...figures, celsius.toFixed(1)];
  });
  const header = "hour,price_eur_mwh,demand_gw,wind_gw,sun_gw,temperature_c";
  return csv(header.split(","), rows);
}

export function greenhouseSensors(): string {
  const random = seededRandom(14);
  const rows = Array.from({ length: 30 * 144 }, (_, index) => {
    const ofDay = (index % 144) / 144;
    const light = Math.max(0, -wave(ofDay + 0.25)) * 900 * (0.7 + 0.3 * random.next());
    const celsius = 18 + light / 120 + random.next();
    const humidity = 80 - light / 40 + 4 * random.next();
    const soil = 45 - (index % 432) / 30 + random.next();
    const sensor = `S${1 + (index % 6)}`;
    const at = timeText(Date.UTC(2025, 5, 1) + index * 10 * minuteMs);
    return [at, sensor, celsius.toFixed(1), humidity.toFixed(1), light.toFixed(0), soil.toFixed(1)];
  });
  const header = "at,sensor,temperature_c,humidity_percent,light_w_m2,soil_moisture_percent";
  return csv(header.split(","), rows);
}
