import { access } from "../../market/access/contract.ts";
import type { AccessView } from "../../market/access/schemas.ts";
import { bundles } from "../../market/bundle/contract.ts";
import type { BundleBody, BundleView } from "../../market/bundle/schemas.ts";
import { coupons } from "../../market/coupon/contract.ts";
import type { CouponBody, CouponView } from "../../market/coupon/schemas.ts";
import { moneyText } from "../../market/pricing.ts";
import { privateOffers } from "../../market/private-offer/contract.ts";
import type { PrivateOfferView } from "../../market/private-offer/schemas.ts";
import { STRANGER_CHARS_MAX } from "../cut.ts";
import { ProblemError } from "../problem.ts";
import type { ToolCall } from "../tool.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted, shorten } from "../untrusted.ts";
import { count } from "../words.ts";

const moves = {
  accept: privateOffers.acceptPrivateOffer,
  decline: privateOffers.declinePrivateOffer,
  withdraw: privateOffers.withdrawPrivateOffer,
};

type Terms = {
  price_cents?: number | undefined;
  expires_in_hours?: number | undefined;
  note?: string | undefined;
};

function priceOf(call: ToolCall, { price_cents: cents }: Terms): number {
  if (cents !== undefined) return cents;
  throw call.refuse("/price_cents", "An offer or counter-offer needs a price.");
}

type Deals = {
  items?: PrivateOfferView[];
  access?: AccessView[];
  coupons?: CouponView[];
  bundles?: BundleView[];
};

const reply = (deals: Deals) => {
  const { items = [], access: requests = [], coupons: codes = [], bundles: sets = [] } = deals;
  const structured = { items, access: requests, coupons: codes, bundles: sets };
  if (sets.length > 0) return { ...tellBundles(sets), structured };
  return { ...told(items, requests, codes), structured };
};

export const privateOfferTools = toolsOf(privateOffers, {
  createPrivateOffer: {
    async result(call, args) {
      const { dataset_id, private_offer_id, access_request_id, coupon_id, ...rest } = args;
      const { answers, coupon, bundle, bundle_id, move, ...terms } = rest;
      const given = { datasetId: dataset_id, id: private_offer_id, move, ...terms };
      if (answers !== undefined) {
        return reply({ access: [await askForAccess(call, dataset_id, answers)] });
      }
      if (access_request_id !== undefined) {
        return reply({ access: [await decideAccess(call, access_request_id, given)] });
      }
      if (coupon !== undefined) {
        // The API checks it: its full schema would cost every list of tools.
        const body = coupon as CouponBody;
        return reply({ coupons: [await call.request(coupons.createCoupon, { body })] });
      }
      if (bundle !== undefined) {
        const body = bundle as BundleBody;
        return reply({ bundles: [await call.request(bundles.createBundle, { body })] });
      }
      if (bundle_id !== undefined) {
        return reply({ bundles: [await readOrEndBundle(call, bundle_id, move)] });
      }
      if (coupon_id !== undefined) {
        return reply({ coupons: [await endCoupon(call, coupon_id, move)] });
      }
      const items = await act(call, given);
      const isList = [dataset_id, private_offer_id, move].every((one) => one === undefined);
      if (!isList) return reply({ items });
      const [requests, codes] = await Promise.all([
        call.request(access.listAccessRequests),
        ownCoupons(call),
      ]);
      return reply({ items, access: requests.items, coupons: codes });
    },
  },
});

async function readOrEndBundle(
  call: ToolCall,
  id: string,
  move: Given["move"],
): Promise<BundleView> {
  if (move === "withdraw") return call.request(bundles.endBundle, { params: { id } });
  if (move !== undefined) throw call.refuse("/move", "A bundle can only be withdrawn.");
  return call.requestPublic(bundles.getBundle, { params: { id } });
}

function tellBundles(sets: BundleView[]) {
  const words = sets.map(({ title, description, datasets }) =>
    [
      quoted(title),
      ...(description === null ? [] : [description]),
      ...datasets.flatMap((one) => (one.title === null ? [] : [quoted(one.title)])),
    ].join("\n"),
  );
  return {
    text: sets.map(bundleLine).join("\n"),
    stranger: { source: "seller", text: shorten(words.join("\n"), STRANGER_CHARS_MAX) },
    untrusted: ["/bundles/*/title", "/bundles/*/description", "/bundles/*/datasets/*/title"],
  };
}

function bundleLine({ id, status, currency, datasets, ...bundle }: BundleView): string {
  const price = moneyText(bundle.price_cents, currency);
  const separate =
    bundle.separate_cents === null
      ? ""
      : ` instead of ${moneyText(bundle.separate_cents, currency)}`;
  const ids = datasets.map((dataset) => dataset.dataset_id).join(", ");
  const buy = status === "open" ? " buy_now with bundle_id buys it." : "";
  return `- bundle ${id}: ${status}, ${price}${separate}, datasets ${ids}.${buy}`;
}

async function endCoupon(call: ToolCall, id: string, move: Given["move"]): Promise<CouponView> {
  if (move !== "withdraw") throw call.refuse("/move", "A coupon can only be withdrawn.");
  return call.request(coupons.revokeCoupon, { params: { id }, body: {} });
}

/** Only sellers have some: a person's program may not be one. */
async function ownCoupons(call: ToolCall): Promise<CouponView[]> {
  if (!call.isAgent) return [];
  try {
    return (await call.request(coupons.listCoupons)).items;
  } catch (error) {
    if (error instanceof ProblemError && error.problem.status === 403) return [];
    throw error;
  }
}

async function askForAccess(
  call: ToolCall,
  id: string | undefined,
  answers: string[],
): Promise<AccessView> {
  if (id === undefined) throw call.refuse("/dataset_id", "Name the gated dataset.");
  return call.request(access.requestAccess, { params: { id }, body: { answers } });
}

const decisions = { accept: "approve", decline: "decline", withdraw: "withdraw" } as const;

async function decideAccess(
  call: ToolCall,
  id: string,
  { move, note: reason }: Given,
): Promise<AccessView> {
  if (move === undefined || move === "counter") {
    throw call.refuse("/move", "accept, decline or withdraw a request for access.");
  }
  const body = { decision: decisions[move], reason };
  return call.request(access.decideAccess, { params: { id }, body });
}

type Given = Terms & {
  datasetId: string | undefined;
  id: string | undefined;
  move: keyof typeof moves | "counter" | undefined;
  thread_id?: string | undefined;
  request_id?: string | undefined;
};

async function act(call: ToolCall, given: Given): Promise<PrivateOfferView[]> {
  const { datasetId, id, move, thread_id, request_id, ...terms } = given;
  if (datasetId !== undefined && id !== undefined) {
    throw call.refuse("/dataset_id", "Give private_offer_id to answer, or dataset_id to start.");
  }
  if (datasetId !== undefined) {
    const body = { ...terms, price_cents: priceOf(call, terms), thread_id, request_id };
    return [
      await call.request(privateOffers.createPrivateOffer, { params: { id: datasetId }, body }),
    ];
  }
  if (id === undefined) {
    if (move !== undefined)
      throw call.refuse("/private_offer_id", "Name the offer that you answer.");
    return (await call.request(privateOffers.listPrivateOffers)).items;
  }
  const params = { id };
  if (move === undefined) return [await call.request(privateOffers.getPrivateOffer, { params })];
  if (move === "counter") {
    const body = { ...terms, price_cents: priceOf(call, terms) };
    return [await call.request(privateOffers.counterPrivateOffer, { params, body })];
  }
  const body = { note: terms.note };
  return [await call.request(moves[move], { params, body })];
}

function told(items: PrivateOfferView[], requests: AccessView[], codes: CouponView[]) {
  if (items.length + requests.length + codes.length === 0) {
    return { text: "You have no private offers, requests for access or coupons." };
  }
  const offers =
    items.length === 0 ? [] : [count(items.length, "private offer"), ...items.map(line)];
  const asked =
    requests.length === 0
      ? []
      : [`${count(requests.length, "request")} for access`, ...requests.map(accessLine)];
  const words = [
    ...items.map(({ id, dataset, note }) =>
      [id, quoted(dataset.title), ...(note === null ? [] : [quoted(note.content)])].join(", "),
    ),
    ...requests.map(({ id, answers, reason }) =>
      [
        id,
        ...answers.map(
          ({ question, answer }) => `${quoted(question)}: ${quoted(answer?.content ?? "")}`,
        ),
        ...(reason === null ? [] : [quoted(reason.content)]),
      ].join(", "),
    ),
  ];
  return {
    text: [...offers, ...asked, ...codes.map(couponLine)].join("\n"),
    stranger: { source: "both sides", text: shorten(words.join("\n"), STRANGER_CHARS_MAX) },
    untrusted: [
      ...["/items/*/note", "/items/*/dataset/title", "/items/*/seller/name"],
      ...[
        "/access/*/answers",
        "/access/*/reason",
        "/access/*/dataset/title",
        "/access/*/seller/name",
      ],
    ],
  };
}

function couponLine({ id, code, status, ...coupon }: CouponView): string {
  const { percent_off: percent, amount_off_cents: cents, currency } = coupon;
  const off = percent === null ? moneyText(cents ?? 0, currency) : `${percent} %`;
  const most = coupon.max_uses === null ? "" : ` of ${coupon.max_uses}`;
  return `- coupon ${code} (coupon_id ${id}): ${off} off, ${status}, used ${coupon.use_count}${most} times.`;
}

function accessLine({ id, dataset, your_role: role, status }: AccessView): string {
  const next =
    role === "seller" && status === "pending"
      ? " move accept or decline (with a note) decides."
      : "";
  return `- ${id} for dataset ${dataset.id}, you are the ${role}: ${status}.${next}`;
}

function line(offer: PrivateOfferView): string {
  const price = moneyText(offer.price_cents, offer.currency);
  const can =
    offer.possible_moves.length === 0 ? "" : ` You may ${offer.possible_moves.join(", ")}.`;
  const isBuyable = offer.your_role === "buyer" && offer.status === "accepted";
  const buy = isBuyable ? ` buy_now with private_offer_id ${offer.id} pays this price.` : "";
  return `- ${offer.id} for dataset ${offer.dataset.id}, you are the ${offer.your_role}: ${offer.status}, ${price}, until ${offer.expires_at}.${can}${buy}`;
}
