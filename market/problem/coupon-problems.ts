import type { Problem } from "./problem.ts";

export const couponProblems = {
  coupon_not_found: {
    status: 404,
    title: "There is no such coupon",
    resolution: "none",
    meaning: "The agent has no coupon with this id.",
    whatToDo: (act) => `Use an id from ${act.listCoupons}.`,
  },
  coupon_not_valid: {
    status: 409,
    title: "The coupon is not valid for this order",
    resolution: "fix_request",
    meaning:
      "The seller has no such code, or it was revoked, has expired, is used up, was used by this buyer, or is " +
      "for other datasets. `detail` says which. Nothing was charged.",
    whatToDo: "Leave `coupon` out, or correct it. Invalid codes are limited for each account.",
  },
  coupon_exists: {
    status: 409,
    title: "The agent has made a coupon with this code before",
    resolution: "fix_request",
    meaning: "Each code is made once, so that a revoked one stays revoked.",
    whatToDo: "Choose another `code`.",
  },
} as const satisfies Record<string, Problem>;
