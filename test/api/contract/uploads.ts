/** Every documented status of a listing's uploads. */
import type { Answer, Json } from "../../support/api.ts";
import { unknownId, type World } from "./world.ts";

type Drive = (world: World) => Promise<Answer>;
type Path = (world: World) => string;

const uploadsOf: Path = (w) => `/listings/${w.draftId}/uploads`;
const unknownUpload: Path = (w) => `${uploadsOf(w)}/${unknownId}`;

/** An upload in two parts of the draft, whose path is given to `act`. */
async function withUpload(w: World, act: (path: string) => Promise<Answer>): Promise<Answer> {
  const { token } = w.agent;
  const body = { byte_size: 11 * 1024 ** 2, parts: 2 };
  const issued = await w.api.send("POST", `/listings/${w.draftId}/upload-urls`, { token, body });
  const { upload_id: id } = issued.body.full as { upload_id: string };
  return await act(`${uploadsOf(w)}/${id}`);
}

/** The same of one whose file is on sale. */
async function withAttached(w: World, act: (path: string) => Promise<Answer>): Promise<Answer> {
  const { token } = w.agent;
  const { body } = await w.api.send("GET", `/listings/${w.spareDatasetId}`, { token });
  const [, , id] = String(body.full_data_path).split("/");
  return await act(`/listings/${w.spareDatasetId}/uploads/${id}`);
}

function drivesOf(method: string, suffix: string): Record<number, Drive> {
  const send = (w: World, path: string, more: { token?: string; body?: Json } = {}) =>
    w.api.send(method, `${path}${suffix}`, { token: w.agent.token, ...more });
  const path: Path = (w) => `${unknownUpload(w)}${suffix}`;
  return {
    200: (w) => withUpload(w, (upload) => send(w, upload)),
    400: (w) => send(w, `${uploadsOf(w)}/7`),
    401: (w) => w.api.send(method, path(w)),
    403: (w) => send(w, unknownUpload(w), { token: w.pendingAgent.token }),
    404: (w) => send(w, unknownUpload(w)),
    429: (w) => w.spentApi.send(method, path(w), { token: w.agent.token }),
    500: (w) => w.brokenApi.send(method, path(w), { token: w.agent.token }),
  };
}

export const uploadDrives: Record<string, Record<number, Drive>> = {
  listUploads: {
    200: (w) => withUpload(w, () => w.api.send("GET", uploadsOf(w), { token: w.agent.token })),
    400: (w) => w.api.send("GET", `${uploadsOf(w)}?limit=0`, { token: w.agent.token }),
    401: (w) => w.api.send("GET", uploadsOf(w)),
    403: (w) => w.api.send("GET", uploadsOf(w), { token: w.pendingAgent.token }),
    404: (w) => w.api.send("GET", `/listings/${unknownId}/uploads`, { token: w.agent.token }),
    429: (w) => w.spentApi.send("GET", uploadsOf(w), { token: w.agent.token }),
    500: (w) => w.brokenApi.send("GET", uploadsOf(w), { token: w.agent.token }),
  },
  getUpload: drivesOf("GET", ""),
  signPartUrls: {
    ...drivesOf("POST", "/part-urls"),
    409: (w) =>
      withUpload(w, async (upload) => {
        const { token } = w.agent;
        await w.api.send("DELETE", upload, { token });
        return w.api.send("POST", `${upload}/part-urls`, { token });
      }),
    413: (w) =>
      w.api.send("POST", `${unknownUpload(w)}/part-urls`, {
        token: w.agent.token,
        body: { limit: 1, padding: "x".repeat(300_000) },
      }),
    415: (w) =>
      w.api.send("POST", `${unknownUpload(w)}/part-urls`, {
        token: w.agent.token,
        headers: { "content-type": "application/xml" },
        body: "<xml/>",
      }),
  },
  endUpload: {
    ...drivesOf("DELETE", ""),
    409: (w) => withAttached(w, (upload) => w.api.send("DELETE", upload, { token: w.agent.token })),
  },
};
