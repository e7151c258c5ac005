/** How buyers and sellers act: through the contracts, so that a new operation does not compile without an act. */
import type { Op } from "../../market/contract/contract.ts";
import type { Purchase, Snapshot } from "./snapshot.ts";
import type { Buyer, Reply, World } from "./world.ts";

/** Acts and returns the result in a word; null if there is nothing to act on. */
export type Act = (world: World, seen: Snapshot) => Promise<string | null>;
export type Weighted = { weight: number; act: Act };
type Simulated = Weighted | { leftOut: string };
export type ActsOf<Contract> = Record<keyof Contract & string, Simulated>;

export type Target = {
  buyer: Buyer;
  params?: Record<string, string>;
  query?: string;
  body?: object;
};

/** Calls the operation as a buyer, sometimes with an Idempotency-Key so that it can be repeated. */
export function asBuyer(operation: Op, aim: (world: World, seen: Snapshot) => Target | null): Act {
  return async (world, seen) => {
    const target = aim(world, seen);
    if (target === null) return null;
    const { buyer, params = {}, query = "", body } = target;
    const path = `${pathOf(operation, params)}${query}`;
    const hasKey = operation.idempotent === true && world.random.happens(60);
    const key = hasKey
      ? `key-${world.sent.length}-${world.random.between(0, 1_000_000)}`
      : undefined;
    const request = {
      ...{ operation, path, token: buyer.token },
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { key }),
    };
    const subject = Object.values(params)
      .map((id) => world.name("x", id))
      .join(" ");
    const reply = await world.call(request);
    if (key !== undefined) world.sent.push({ request, reply });
    return `${nameOf(world, buyer)} ${subject} ${outcome(reply)}`;
  };
}

export function asSeller(
  operation: Op,
  aim: (world: World, seen: Snapshot) => SellerTarget | null,
): Act {
  return async (world, seen) => {
    const target = aim(world, seen);
    if (target === null) return null;
    const { agentId, params = {}, body } = target;
    const seller = world.sellers.find((one) => one.agentId === agentId) ?? world.sellers[0];
    if (seller === undefined) return null;
    const token = await world.agentToken(seller);
    const request = { operation, path: pathOf(operation, params), token };
    const reply = await world.call(body === undefined ? request : { ...request, body });
    return `${world.name("s", seller.agentId)} ${outcome(reply)}`;
  };
}
type SellerTarget = { agentId?: string; params?: Record<string, string>; body?: object };

export const pathOf = ({ path }: Op, params: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? "");
const nameOf = (world: World, buyer: Buyer) => world.name("b", buyer.owner.accountId);

export function outcome({ status, body, isReplayed }: Reply): string {
  const said = [body.code, body.status].filter((one) => typeof one === "string");
  return [status, ...said, ...(isReplayed ? ["replayed"] : [])].join(" ");
}

export const anyBuyer = ({ random, buyers }: World): Buyer => {
  const buyer = random.pick(buyers);
  if (buyer === undefined) throw new Error("there are no buyers");
  return buyer;
};
export const ownerOf = ({ buyers }: World, account: string): Buyer | undefined =>
  buyers.find(({ owner }) => owner.accountId === account);

/** A purchase in one of these states with its buyer; sometimes another state or a stranger. */
export function purchaseIn(...states: Purchase["state"][]) {
  return (world: World, seen: Snapshot): Target | null => {
    const isWild = world.random.happens(10);
    const found = world.random.pick(
      seen.purchases.filter(({ state }) => isWild || states.includes(state)),
    );
    if (found === undefined) return null;
    const buyer = world.random.happens(3) ? anyBuyer(world) : ownerOf(world, found.account);
    return buyer === undefined ? null : { buyer, params: { id: found.id } };
  };
}

export const paying = (world: World, buyer: Buyer) => ({
  payment_method_id: world.random.pick(buyer.cardIds) ?? buyer.cardId,
});

export const reads = (operation: Op, weight = 1): Weighted => ({
  weight,
  act: asBuyer(operation, (world) => ({ buyer: anyBuyer(world) })),
});

export const sellerReads = (operation: Op): Weighted => ({
  weight: 1,
  act: asSeller(operation, ({ random, sellers }) => ({
    agentId: random.pick(sellers)?.agentId ?? "",
  })),
});
