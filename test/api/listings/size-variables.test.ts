/**
 * Size limits set by an operator, small and large: the API's answers and the worker's limits agree.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, openTestApi, type TestApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { createDraft } from "../../support/listings.ts";

setDefaultTimeout(60_000);

const small = {
  UPLOAD_BYTES_MAX: "1000000",
  UPLOAD_PUT_BYTES_MAX: "400000",
  UPLOAD_PART_BYTES_MIN: "100000",
  DECOMPRESSED_BYTES_MAX: "2000000",
};
const large = {
  UPLOAD_BYTES_MAX: "1000000000000",
  DECOMPRESSED_BYTES_MAX: "3000000000000",
  PROFILE_TIMEOUT_SECONDS: "90000",
};

async function openDraft(api: TestApi) {
  const { token } = await verifiedAgent(api);
  const draftId = await createDraft(api, token);
  return async (body: object) => {
    const answer = await api.send("POST", `/listings/${draftId}/upload-urls`, { token, body });
    return { status: answer.status, text: answer.text, full: (answer.body.full ?? {}) as Json };
  };
}

test("a deployment of a megabyte tells and takes its own sizes", async () => {
  const issue = await openDraft(await forFile(openTestApi(small)));
  expect((await issue({})).full).toMatchObject({ byte_size_max: 400_000 });
  const whole = await issue({ byte_size: 1_000_000 });
  expect(whole.full).toMatchObject({
    ...{ parts_expected: 3, recommended: { parts: 3, part_byte_size: 400_000 } },
    parts: [{ byte_size: 400_000 }, { byte_size: 400_000 }, { byte_size: 200_000 }],
  });
  expect(await issue({ byte_size: 1_000_001 })).toMatchObject({
    text: expect.stringContaining("1000000"),
    full: {},
  });
  for (const [part_byte_size, told] of [
    [99_999, "100000"],
    [400_001, "400000"],
  ] as const) {
    const refused = await issue({ byte_size: 1_000_000, part_byte_size });
    expect([refused.status, refused.text.includes(told)]).toEqual([400, true]);
  }
  const files = [
    { name: "a.csv", byte_size: 600_000 },
    { name: "b.csv", byte_size: 400_001 },
  ];
  const folder = await issue({ files });
  expect([folder.full, folder.text.includes("1000000")]).toEqual([{}, true]);
});

test("a deployment of a terabyte plans at most 5,000 parts, none larger than one PUT", async () => {
  const issue = await openDraft(await forFile(openTestApi(large)));
  const { full } = await issue({ byte_size: 1_000_000_000_000 });
  const { parts, part_byte_size: partBytes } = full.recommended as Record<string, number>;
  expect(full).toMatchObject({ parts_expected: parts, byte_size_max: 5 * 1024 ** 3 });
  expect(parts).toBeLessThanOrEqual(5000);
  expect(Math.ceil(1_000_000_000_000 / Number(partBytes))).toBe(Number(parts));
  expect((await issue({ byte_size: 1_000_000_000_001 })).full).toEqual({});
});
