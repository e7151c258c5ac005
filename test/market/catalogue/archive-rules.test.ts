/** Who may download a folder as a zip file while others do, and which readers are too slow. */
import { expect, test } from "bun:test";
import {
  type ArchiveDownload,
  type ArchiveRefusal,
  isTooSlow,
  refuseArchive,
} from "../../../market/catalogue/folder/rules.ts";

const limits = { atOnceMax: 10, forPurchases: 4, perBuyerMax: 2, perNetworkMax: 3 };

const free = (network: string): ArchiveDownload => ({ buyerId: null, network });
const bought = (buyerId: string, network: string): ArchiveDownload => ({ buyerId, network });
const times = (count: number, make: (index: number) => ArchiveDownload) =>
  Array.from({ length: count }, (_, index) => make(index));

type Case = [name: string, ArchiveDownload[], ArchiveDownload, ArchiveRefusal[]];

const cases: Case[] = [
  ["nobody is there", [], free("a"), []],
  ["the network has a place left", times(2, () => free("a")), free("a"), []],
  ["the network has none left", times(3, () => free("a")), free("a"), ["network"]],
  ["another network has none left", times(3, () => free("b")), free("a"), []],
  ["free ones fill the network of a buyer", times(3, () => free("a")), bought("x", "a"), []],
  [
    "buyers fill the network",
    times(3, (at) => bought(`${at}`, "a")),
    bought("x", "a"),
    ["network"],
  ],
  ["buyers fill the network of a visitor", times(3, (at) => bought(`${at}`, "a")), free("a"), []],
  ["the buyer has a place left", [bought("x", "a")], bought("x", "b"), []],
  ["the buyer has none left", times(2, (at) => bought("x", `${at}`)), bought("x", "c"), ["buyer"]],
  ["all but the buyers' places are taken", times(6, (at) => free(`${at}`)), free("z"), ["process"]],
  ["a buyer has those", times(6, (at) => free(`${at}`)), bought("x", "z"), []],
  [
    "buyers may have more than those",
    times(9, (at) => bought(`${at}`, `${at}`)),
    bought("x", "z"),
    [],
  ],
  [
    "all places are taken, of the buyer too",
    [...times(6, (at) => free(`${at}`)), ...times(4, () => bought("x", "z"))],
    bought("x", "z"),
    ["buyer", "network", "process"],
  ],
  ["buyers take all places", times(10, (at) => bought(`${at}`, `${at}`)), free("z"), ["process"]],
];

test.each(cases)("where %s", (_, underway, download, refusals) => {
  expect(refuseArchive(underway, download, limits)).toEqual(refusals);
});

test.each([
  { bytes: 60_000, windowMs: 60_000, storeMs: 0, isSlow: false },
  { bytes: 59_999, windowMs: 60_000, storeMs: 0, isSlow: true },
  { bytes: 0, windowMs: 60_000, storeMs: 0, isSlow: true },
  { bytes: 30_000, windowMs: 60_000, storeMs: 30_000, isSlow: false },
  { bytes: 29_999, windowMs: 60_000, storeMs: 30_000, isSlow: true },
  { bytes: 0, windowMs: 60_000, storeMs: 60_000, isSlow: false },
])("of $bytes bytes in $windowMs ms, $storeMs of them the store's: $isSlow", (pace) => {
  expect(isTooSlow(pace, 1000)).toBe(pace.isSlow);
});
