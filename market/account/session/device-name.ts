/** Describes a browser so that its owner recognises it. */

/** User agents name their ancestors, too: the first match counts. */
const browsers: [sign: string, name: string][] = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
];
const systems: [sign: string, name: string][] = [
  ["iPhone", "an iPhone"],
  ["iPad", "an iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["CrOS", "ChromeOS"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
];

/** For example "Firefox on Windows"; nothing else of the header is stored. */
export function deviceName(userAgent: string | null): string {
  const find = (signs: [string, string][]) =>
    signs.find(([sign]) => userAgent?.includes(sign))?.[1];
  const browser = find(browsers) ?? "A browser";
  const system = find(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
