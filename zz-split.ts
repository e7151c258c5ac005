import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync, rmSync } from "node:fs";
import { makeCsv } from "./bench/parts/make-csv.ts";
import { createChildPool, DEFAULT_LIMITS } from "./dataset/child/pool.ts";
const dir = mkdtempSync("/tmp/s28/operate/split-");
const pool = createChildPool({ tempDir: dir, memoryBytesMax: 3*1024**3, threads: 2, environment: {}, standbys: 1 });
await Bun.sleep(4000);
for (let i=0;i<6;i++){
  const bytes=Buffer.from(makeCsv(1_000_000,i)); const filePath=`${dir}/f${i}.csv`; writeFileSync(filePath,bytes);
  const t=performance.now(); let log="";
  const r=await pool.run({filePath,workDir:dir,formatHint:null,fileSha256:createHash("sha256").update(bytes).digest("hex"),byteSize:bytes.length,datasetVersion:"x"+i,paid:true,documentation:{titleLength:10,descriptionLength:10,tagCount:0,hasLicense:false},computedAt:new Date(),limits:DEFAULT_LIMITS} as never,{timeoutSeconds:60,attempt:1,onProgress:(p)=>{log+=` ${p.phase}@${Math.round(performance.now()-t)}`}});
  console.log(i,Math.round(performance.now()-t),log,r.outcome, JSON.stringify(r).length);
  await Bun.sleep(4000);
}
await pool.close(); rmSync(dir,{recursive:true});
