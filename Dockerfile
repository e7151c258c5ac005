# One image for every process of the marketplace; the command chooses which one. The target `profile`
# adds the packages of dataset/package.json, which only `profile` and `twin` load:
#   bun api/main.ts
#   bun workers/main.ts profile|relay|notify|embed|webhooks|clock|all
#   bun db/migrate.ts
#   bun mcp/main.ts
#   bun workers/query/main.ts
# Polars' binaries are for x64: build and run it as linux/amd64.
# BUN_IMAGE pins the base image to a digest, which deploy/pin-images.sh determines.

ARG BUN_IMAGE=oven/bun:1.4.5-slim

FROM ${BUN_IMAGE} AS dependencies
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY patches ./patches
COPY deploy/image ./deploy/image
RUN bun install --frozen-lockfile --omit dev --filter dataset-market && \
    bun deploy/image/prune-packages.ts node_modules && \
    bun deploy/image/make-root.ts /image node_modules && \
    bun deploy/image/write-sbom.ts . /image
# Volumes mounted here get this owner. `files` is for the disk store.
RUN cd /image && install --directory --owner=bun --group=bun \
    home/bun var/lib/market var/lib/market/work var/lib/market/files

FROM dependencies AS formats
COPY dataset/package.json /formats/dataset/
RUN cp -r package.json bun.lock bunfig.toml patches /formats/ && cd /formats && \
    bun install --frozen-lockfile --omit dev --filter @dataset-market/dataset && \
    rm -r node_modules/.bin node_modules/@dataset-market && mv node_modules dataset/ && \
    bun /app/deploy/image/prune-packages.ts dataset/node_modules && \
    mkdir /app/dataset && cp -r dataset/node_modules /app/dataset/ && \
    cd /app && bun deploy/image/write-sbom.ts . /image

# The npm package of command line and SDK that the API serves at /connect.
FROM dependencies AS client
COPY package.json bun.lock bunfig.toml tsconfig.json LICENSE /client/
COPY patches /client/patches
COPY cli /client/cli
COPY sdk /client/sdk
COPY dev/build-sdk.ts /client/dev/
RUN cd /client && bun install --frozen-lockfile --omit dev --filter @dataset-market/cli && \
    bun dev/build-sdk.ts

# Only the parts of Debian that are loaded: no package manager, no other programs.
FROM scratch AS processes
COPY --from=dependencies /image /
WORKDIR /app
ENV PATH=/usr/local/bin:/usr/bin:/bin \
    NODE_ENV=production \
    API_PORT=4000 \
    METRICS_PORT=4010 \
    WORK_DIR=/var/lib/market/work
COPY --from=dependencies /app/sbom.cdx.json ./
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json bun.lock tsconfig.json LICENSE ./
COPY api ./api
COPY dataset ./dataset
COPY db ./db
COPY docs/runbook.md ./docs/
COPY market ./market
COPY mcp ./mcp
COPY platform ./platform
COPY sdk ./sdk
COPY --from=client /client/.data/package ./.data/package
COPY sdk-python/src ./sdk-python/src
COPY site ./site
COPY workers ./workers
USER bun
EXPOSE 4000 4001 4010
# The API's address; the workers answer the same path on METRICS_PORT (see deploy/compose.yaml).
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["bun", "-e", "const { ok } = await fetch(`http://127.0.0.1:${process.env.API_PORT}/health/live`); process.exit(ok ? 0 : 1)"]
CMD ["bun", "api/main.ts"]

FROM processes AS profile
COPY --from=formats /app/sbom.cdx.json ./
COPY --from=formats /formats/dataset/node_modules ./dataset/node_modules

FROM processes
