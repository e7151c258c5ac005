/** Certificates for receivers of webhooks in tests. */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

const HOUR_MS = 3_600_000;

/** DER (ITU-T X.690): a tag, the shortest form of the length, the parts. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const text = (tag: number, value: string) => der(tag, Buffer.from(value));
const identifier = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const bits = (value: Uint8Array) => der(0x03, Buffer.from([0]), value);
const utcTime = (ms: number) =>
  text(
    0x17,
    `${new Date(ms)
      .toISOString()
      .replace(/\.\d+|[-:T]/g, "")
      .slice(2)}`,
  );

const ECDSA_WITH_SHA256 = sequence(identifier("2a8648ce3d040302"));
const COMMON_NAME = identifier("550403");
const SUBJECT_ALTERNATIVE_NAME = identifier("551d11");

/** A key and a certificate for one name (X.509, P-256, PEM) that only the test trusts. */
export function certificateOf(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const holder = sequence(der(0x31, sequence(COMMON_NAME, text(0x0c, name))));
  const now = Date.now();
  const names = sequence(text(0x82, name));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    ECDSA_WITH_SHA256,
    holder,
    sequence(utcTime(now - HOUR_MS), utcTime(now + 48 * HOUR_MS)),
    holder,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(sequence(SUBJECT_ALTERNATIVE_NAME, der(0x04, names)))),
  );
  const signed = sequence(content, ECDSA_WITH_SHA256, bits(sign("sha256", content, privateKey)));
  const lines = signed.toString("base64").replace(/.{64}(?=.)/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
