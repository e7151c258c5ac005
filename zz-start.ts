import { mkdtempSync, rmSync, readFileSync } from "node:fs";
import { DatasetChild } from "./dataset/child/process.ts";
const dir = mkdtempSync("/tmp/s28/operate/start-");
for (const warm of [false,true,false,true,true]) {
  const t=performance.now();
  const c = new DatasetChild({ tempDir: dir, memoryBytesMax: 3*1024**3, threads: 2, environment: {} } as never, warm);
  await new Promise<void>((res)=>{ c.start("", (m:any)=>{ if(m.child==="ready") res(); }); });
  console.log(warm, Math.round(performance.now()-t)); c.kill(); await c.exited;
}
rmSync(dir,{recursive:true});
