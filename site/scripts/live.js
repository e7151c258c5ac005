/** Keeps a part of a page up to date: asks its address by ETag, and loads the page anew at the end. */
for (const region of document.querySelectorAll("[data-live]")) follow(region);

async function follow(region) {
  const seconds = Number(region.dataset.liveSeconds ?? 3);
  let tag = null;
  while (region.isConnected) {
    await new Promise((resume) => setTimeout(resume, seconds * 1000));
    if (document.hidden) continue;
    const headers = tag === null ? {} : { "if-none-match": tag };
    const asked = { headers, cache: "no-store", redirect: "error" };
    const answer = await fetch(region.dataset.live, asked).catch(() => null);
    if (answer === null || !answer.ok) continue;
    if (answer.headers.get("x-live") === "over") {
      location.reload();
      return;
    }
    tag = answer.headers.get("etag");
    region.innerHTML = await answer.text();
  }
}
