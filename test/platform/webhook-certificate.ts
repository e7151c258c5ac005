import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A key and a certificate for one name that nobody but the test trusts. */
export async function certificateOf(name: string): Promise<{ key: string; cert: string }> {
  const folder = mkdtempSync(join(tmpdir(), "market-certificate-"));
  const key = join(folder, "key.pem");
  const cert = join(folder, "cert.pem");
  const made = Bun.spawnSync(
    [
      ...["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"],
      ...["-keyout", key, "-out", cert, "-subj", `/CN=${name}`],
      ...["-addext", `subjectAltName=DNS:${name}`],
    ],
    { stderr: "pipe" },
  );
  if (!made.success) throw new Error(`no certificate: ${made.stderr.toString()}`);
  const pair = { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  rmSync(folder, { recursive: true });
  return pair;
}
