/**
 * Whatever fails at any step, the clock brings the purchase to its correct state, with one charge,
 * one transfer or one refund at the provider and one posting of each here.
 */
import { describe, expect, test } from "bun:test";
import { testMoney } from "../../support/money.ts";
import { faultNames, play, scenes } from "./faults.ts";

const money = await testMoney({ webhooks: false });

for (const scene of scenes) {
  describe(`${scene.step}:`, () => {
    for (const fault of faultNames) {
      test(`${fault}: ends as ${scene.end.state}, each effect once`, async () => {
        const { told, after: _after, last: _last, isDue, ...end } = await play(money, scene, fault);
        expect(end).toEqual(scene.end);
        expect(isDue).toBe(false);
        // An unknown outcome is never reported as a decline or as a server error.
        expect(["201 in_escrow", "201 payment_pending", "-"]).toContain(told);
      });
    }
  });
}
