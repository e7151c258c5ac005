# What stands in for the base image where there is no image registry: Debian, Bun and a user.
FROM scratch
ADD base.tar /
# The certificates of this machine: its package registry may be behind one of its own.
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt
