import { access } from "../../market/access/contract.ts";
import { decideAccess } from "../../market/access/decide-access.ts";
import { listAccessRequests } from "../../market/access/read.ts";
import { requestAccess } from "../../market/access/request-access.ts";
import type { AccessView } from "../../market/access/schemas.ts";
import { setGate } from "../../market/access/set-gate.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const accessRoutes = (edge: Edge) =>
  bind(edge, access, {
    setGate: (ctx, agent, { params, body }) => setGate(ctx, agent, params.id, body),
    requestAccess: {
      act: (ctx, operator, { params, body }) => requestAccess(ctx, operator, params.id, body),
      location: (_input: unknown, _made: AccessView) => "/access-requests",
    },
    listAccessRequests: (ctx, caller, { query }) => listAccessRequests(ctx, caller, query),
    decideAccess: (ctx, agent, { params, body }) => decideAccess(ctx, agent, params.id, body),
  });
