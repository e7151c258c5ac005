/** The service's public address: links in pages and mails, cookies and origins depend on it. */
import { describe, expect, test } from "bun:test";
import { ConfigError, environmentSchema, parseEnvironment } from "../../../platform/config.ts";

const schema = environmentSchema.pick({ PUBLIC_BASE_URL: true });

function read(text: string): unknown {
  try {
    return parseEnvironment(schema, { PUBLIC_BASE_URL: text }).PUBLIC_BASE_URL;
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe("PUBLIC_BASE_URL", () => {
  test("is an origin, as browsers write it", () => {
    expect(read("https://market.example")).toBe("https://market.example");
    expect(read("https://market.example/")).toBe("https://market.example");
    expect(read("https://Market.Example:443/")).toBe("https://market.example");
    expect(read("http://localhost:4000")).toBe("http://localhost:4000");
  });

  test.each([
    ["a path, below which no page would find another", "https://market.example/data"],
    ["a query", "https://market.example/?from=1"],
    ["a fragment", "https://market.example/#top"],
    ["a user", "https://ops:secret@market.example"],
    ["another protocol", "ftp://market.example"],
  ])("is refused with %s, without its words", (_, text) => {
    expect(read(text)).toEqual([
      "PUBLIC_BASE_URL: http or https, a host and perhaps a port, without path, query and user",
    ]);
  });
});
