/** Serves the disk store over HTTP as the API does, with refusals as problems. */
import { problemResponse } from "../../api/http/problem.ts";
import { problemDocument } from "../../market/problem/document.ts";
import { StorageRefusal } from "../../platform/storage/storage-refusal.ts";

type Handler = (request: Request) => Promise<Response>;

/** Wraps the handler and answers its refusals. */
export function answerRefusals(handler: Handler): Handler {
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      if (!(error instanceof StorageRefusal)) throw error;
      const { code, message: detail } = error;
      const instance = new URL(request.url).pathname;
      const parts = { code, detail, instance, requestId: "test" };
      const response = problemResponse(problemDocument("https://market.example", parts));
      for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
      return response;
    }
  };
}
