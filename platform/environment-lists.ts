/** Variables with several values, and addresses that may be among them. */
import { z } from "zod";
import { hasOneIdentity } from "./bus/bus-address.ts";
import { foldEmail, isPlainEmail } from "./email-address.ts";

const percentWords = "write a % in its user or password as %25";

/** Drivers decode addresses, and would report a lone `%` only as `URI error`. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const databaseAddress = z
  .url({ protocol: /^postgres(ql)?$/ })
  .refine((text) => /:\/\/./.test(text), "no host follows")
  .refine(isDecodable, percentWords);

/** Refuses addresses with a password, which would end up in logs. */
export function plainAddress(text: string): boolean {
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

function isOrigin(text: string): boolean {
  const { pathname } = new URL(text);
  return plainAddress(text) && pathname === "/" && !/[?#]/.test(text);
}

/**
 * Pages and links are relative to its root, and browsers compare it, so it must be written as they
 * write it.
 */
export const publicAddress = z
  .url({ abort: true })
  .refine(isOrigin, "http or https, a host and perhaps a port, without path, query and user")
  .transform((text) => new URL(text).origin);

function isBusAddress(text: string): boolean {
  const addresses = text.split(",").map((address) => address.trim());
  return addresses.every(
    (address) => /^(nats|tls):\/\/[^/]/.test(address) && URL.canParse(address),
  );
}

/** Separated by commas; the servers of one cluster. */
export const busAddresses = z
  .string()
  .refine(isBusAddress, { error: "addresses such as nats://host:4222", abort: true })
  .refine(isDecodable, percentWords)
  .refine(hasOneIdentity, "addresses of one cluster, with the same user and password");

/** Separated by commas, case-insensitive. */
export const nameList = z
  .string()
  .default("")
  .transform((text) =>
    text
      .toLowerCase()
      .split(",")
      .map((name) => name.trim()),
  )
  .transform((names) => names.filter((name) => name !== ""));

/** E-mail addresses, separated by commas, folded for comparison. */
export const emailList = z
  .string()
  .default("")
  .refine((text) => text === "" || isPlainEmail(text), "addresses in ASCII")
  .transform((text) => text.split(",").map((address) => foldEmail(address.trim())))
  .transform((addresses) => addresses.filter((address) => address !== ""));

/** Separated by commas. */
export const databaseAddresses = z
  .string()
  .default("")
  .transform((text) => text.split(",").map((url) => url.trim()))
  .transform((urls) => urls.filter((url) => url !== ""))
  .pipe(z.array(databaseAddress).max(16));

export const port = z.coerce.number().int().min(1).max(65_535);
const portsMax = 1000;

/** `4010`, or `4010-4019`: a process takes the first free one. */
export const portRange = z
  .string()
  .regex(/^\d{1,5}(-\d{1,5})?$/, "a port such as 4010, or the first and last of several: 4010-4019")
  .default("4010")
  .transform((text) => {
    const [first = 0, last = first] = text.split("-").map(Number);
    return Array.from(
      { length: Math.max(0, Math.min(last - first, portsMax) + 1) },
      (_, at) => first + at,
    );
  })
  .refine(
    (ports) =>
      ports.length > 0 &&
      ports.length <= portsMax &&
      ports.every((one) => port.safeParse(one).success),
    `1 to ${portsMax} ports from 1 to 65535, the first before the last`,
  );
