# The embedded Postgres, started as the official image starts its own.
ARG BASE
FROM ${BASE}
COPY native /opt/postgres
COPY postgres-entry.sh /usr/local/bin/
COPY pg_isready.ts /opt/
RUN useradd --system --uid 999 postgres && \
    printf '#!/bin/sh\nexec bun /opt/pg_isready.ts\n' >/usr/local/bin/pg_isready && \
    chmod +x /usr/local/bin/* && \
    install --directory --owner=postgres --group=postgres --mode=1777 /var/lib/postgresql
ENV PATH=/opt/postgres/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8
ENTRYPOINT ["postgres-entry.sh"]
CMD ["postgres"]
