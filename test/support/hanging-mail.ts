/** Forwards calls to the stand-in; while it hangs, the caller gets no answer. */
export function openHangingMail(target: string) {
  const state = { hangs: true, taken: 0 };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = method === "GET" ? null : await request.text();
      const answer = await fetch(target + pathname + search, { method, headers, body });
      if (method !== "POST") return answer;
      state.taken += 1;
      return state.hangs ? new Promise<Response>(() => {}) : answer;
    },
  });
  return { state, url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}
