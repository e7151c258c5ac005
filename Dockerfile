# One image for every process of the marketplace; the command chooses which one:
#   bun api/main.ts
#   bun workers/main.ts profile|relay|notify|embed|webhooks|clock|all
#   bun db/migrate.ts
#   bun mcp/main.ts
#   bun workers/query/main.ts
# Polars' binaries are for x64: build and run it as linux/amd64.

FROM oven/bun:1.4.5-slim AS dependencies
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY patches ./patches
RUN bun install --frozen-lockfile --production

FROM oven/bun:1.4.5-slim
WORKDIR /app
ENV NODE_ENV=production \
    API_PORT=4000 \
    METRICS_PORT=4010 \
    WORK_DIR=/var/lib/market/work
RUN install --directory --owner=bun --group=bun /var/lib/market /var/lib/market/work
COPY --from=dependencies /app/node_modules ./node_modules
COPY . .
USER bun
EXPOSE 4000 4001 4010
# The API's address; the workers answer the same path on METRICS_PORT (see deploy/compose.yaml).
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["bun", "-e", "const { ok } = await fetch(`http://127.0.0.1:${process.env.API_PORT}/health/live`); process.exit(ok ? 0 : 1)"]
CMD ["bun", "api/main.ts"]
