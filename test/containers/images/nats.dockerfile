# Debian's server, with the flags of the official image.
ARG BASE
FROM ${BASE}
COPY nats-server /usr/local/bin/
COPY wget.ts /opt/
RUN printf '#!/bin/sh\nexec bun /opt/wget.ts "$@"\n' >/usr/local/bin/wget && chmod +x /usr/local/bin/*
ENTRYPOINT ["nats-server"]
