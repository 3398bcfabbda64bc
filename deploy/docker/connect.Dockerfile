# The connector of shops from the npm registry.
# Build: docker build --file deploy/docker/connect.Dockerfile --build-arg VERSION=0.1.0 -t entrepot-connect deploy/docker
# Run it with ENTREPOT_HUB, ENTREPOT_KEY and the secrets of the connections as variables, or with the sealed file in the volume.
FROM node:24-bookworm-slim AS install
ARG VERSION=latest
WORKDIR /app
RUN npm init --yes >/dev/null \
 && npm install --omit=dev --omit=optional --no-audit --no-fund --ignore-scripts "@entrepot/connectors@${VERSION}" \
 && npm cache clean --force

FROM node:24-bookworm-slim
ENV NODE_ENV=production ENTREPOT_CONNECT_LISTEN=0.0.0.0:8090 ENTREPOT_CONNECT_FILE=/data/entrepot-connect.sealed
COPY --from=install /app /app
RUN mkdir --mode=0700 /data && chown node:node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 8090
# Not npm, so that SIGTERM reaches the connector.
ENTRYPOINT ["node", "--max-semi-space-size=8", "/app/node_modules/@entrepot/connectors/bin/entrepot-connect.js"]
CMD ["run"]
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8090/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
