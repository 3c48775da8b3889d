# Accord in one container: API, worker and console, on an embedded PostgreSQL in the volume /data or on DATABASE_URL.
#
#   docker build -t accord .
#   docker run --init -p 8080:8080 -v accord:/data accord

ARG NODE=docker.io/library/node:26-bookworm-slim

FROM ${NODE} AS build
WORKDIR /accord
COPY . .
# The console is built with what is left out afterwards, and the image has a Node of its own.
RUN npm ci \
 && node scripts/build-console.ts \
 && npm ci --omit=dev --workspace=packages/client --include-workspace-root \
 && rm -rf node_modules/node-linux-* node_modules/.cache

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 ACCORD_DATA_DIR=/data
WORKDIR /accord
COPY --from=build /accord .
# PostgreSQL does not run as root, and nothing in the image is the program's to change but its data and its compiled code.
RUN mkdir -p /data node_modules/.cache && chown 1000:1000 /data node_modules/.cache
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=2", "bin/accord.js"]
CMD ["serve"]
