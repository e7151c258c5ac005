/** Recordings and PDF files generated for tests. */

type Sound = { seconds: number; rateHz: number; channels: number };

/** A WAV file of a tone, 16 bits per value. */
export function wavOf({ seconds, rateHz, channels }: Sound): Buffer {
  const values = Math.round(seconds * rateHz) * channels;
  const bytes = Buffer.alloc(44 + values * 2);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8, "latin1");
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(channels, 22);
  bytes.writeUInt32LE(rateHz, 24);
  bytes.writeUInt32LE(rateHz * channels * 2, 28);
  bytes.writeUInt16LE(channels * 2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(values * 2, 40);
  for (let i = 0; i < values; i++) {
    bytes.writeInt16LE(Math.round(Math.sin(i / 9) * 9000), 44 + i * 2);
  }
  return bytes;
}

/** A FLAC file's stream information (RFC 9639, section 8.2), with noise for frames. */
export function flacOf({ seconds, rateHz, channels }: Sound): Buffer {
  const bytes = Buffer.alloc(4 + 4 + 34 + 512, 0x55);
  bytes.write("fLaC", 0, "latin1");
  bytes.writeUInt32BE(0x80000022, 4);
  bytes.fill(0, 8, 42);
  bytes.writeUInt16BE(4096, 8);
  bytes.writeUInt16BE(4096, 10);
  const samples = BigInt(Math.round(seconds * rateHz));
  const packed = (BigInt(rateHz) << 44n) | (BigInt(channels - 1) << 41n) | (15n << 36n) | samples;
  bytes.writeBigUInt64BE(packed, 18);
  return bytes;
}

/** A PDF file of empty pages; `count` replaces the number of pages that it states. */
export function pdfOf(pages: number, count = pages): Buffer {
  const kids = Array.from({ length: pages }, (_, i) => `${i + 3} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    ...Array.from({ length: pages }, () => "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>"),
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}trailer\n`;
  const start = text.lastIndexOf("xref\n0");
  return Buffer.from(`${text}<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
}
