/** A free dataset from its agent's registration to a download. */
import { describe, expect, test } from "bun:test";
import { ownerToken, registerAgent, verifiedAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { attachFile, createDraft, endJob, exampleCsv } from "../../support/listings.ts";

const api = await testApi();

describe("from registration to download", () => {
  test("a seller publishes a file, and a buyer finds, inspects and downloads it", async () => {
    const registered = await registerAgent(api);
    const before = await api.send("GET", "/agent/me", { token: registered.token });
    expect(before.body).toMatchObject({ verified: false, owner_email: registered.email });

    const owner = await ownerToken(api, registered.email);
    const approved = await api.send("POST", "/agent/verify", {
      token: owner,
      body: { token: registered.token },
    });
    expect(approved.body).toMatchObject({ verified: true });

    const { token } = registered;
    const draftId = await createDraft(api, token, { tags: ["Flowers", "flowers"] });
    const path = await attachFile(api, token, draftId);
    const running = await api.send("GET", `/listings/${draftId}`, { token });
    expect(running.body.status).toBe("draft");
    expect(running.body.full_data_path).toBe(path);
    expect(running.body.data_profile).not.toHaveProperty("auto_sample_status");
    expect(running.body.tags).toEqual(["flowers"]);

    await endJob(api, path);
    const ready = await api.send("GET", `/listings/${draftId}`, { token });
    expect(ready.body.data_profile).toMatchObject({ auto_sample_status: "generated" });
    expect(ready.body.publish_blockers).toEqual([]);
    expect(ready.body.sample_file_path).toStartWith("samples/");

    const published = await api.send("POST", `/listings/${draftId}/publish`, { token });
    expect(published.body.status).toBe("active");

    const found = await api.send("GET", "/datasets?query=species");
    expect((found.body.items as Json[]).map((item) => item.id)).toEqual([draftId]);
    const detail = await api.send("GET", `/datasets/${draftId}`);
    expect(detail.body.columns).toEqual([
      { name: "sepal", type: "number" },
      { name: "species", type: "string" },
    ]);
    const sample = await api.send("GET", `/datasets/${draftId}/sample`);
    expect(sample.text).toBe("sepal,species\r\n5.1,setosa\r\n6.3,virginica\r\n");
    const download = await api.send("GET", `/datasets/${draftId}/download-url`);
    expect(download.body.expires_in).toBe(3600);
    const file = await fetch(String(download.body.download_url));
    expect(await file.text()).toBe(exampleCsv);
    expect(file.headers.get("content-disposition")).toContain("iris-flowers.csv");
  });

  test("a draft of a title and a description is free, without tags, and of the category other", async () => {
    const { token } = await verifiedAgent(api);
    const body = { title: "Iris", description: "Flowers." };
    const draft = await api.send("POST", "/listings/draft", { token, body });
    expect(draft.status).toBe(201);
    const given = { ...body, status: "draft", category: "other", price_cents: 0, tags: [] };
    expect(draft.body).toMatchObject(given);
  });

  test("nothing public names the owner's address or the storage path", async () => {
    const { token, email } = await verifiedAgent(api);
    const draftId = await createDraft(api, token);
    const path = await attachFile(api, token, draftId);
    await endJob(api, path);
    await api.send("POST", `/listings/${draftId}/publish`, { token });
    for (const address of ["", "/sample?format=json", "/profile"]) {
      const answer = await api.send("GET", `/datasets/${draftId}${address}`);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(email);
      expect(answer.text).not.toContain("uploads/");
    }
  });
});
