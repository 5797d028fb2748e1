# Nothing is compiled: every package with native code brings it for amd64 and arm64, and install scripts do not run.
FROM node:24.21.0-trixie-slim AS manifests
WORKDIR /pictable
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
COPY packages/dashboard/package.json packages/dashboard/
COPY packages/docs/package.json packages/docs/
COPY packages/editor/package.json packages/editor/
COPY packages/model/package.json packages/model/
COPY packages/n8n/package.json packages/n8n/
COPY packages/pictable/package.json packages/pictable/
COPY packages/renderer/package.json packages/renderer/
COPY packages/server/package.json packages/server/

# What the package `pictable` needs, with the fonts that are optional elsewhere.
FROM manifests AS dependencies
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace packages/pictable

FROM manifests AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md README.md LICENSE compose.yaml compose.https.yaml ./
COPY deploy deploy
COPY docs docs
COPY examples examples
COPY release release
COPY packages packages
RUN node release/stage.ts staged

FROM node:24.21.0-trixie-slim
ENV NODE_ENV=production PICTABLE_HOST=0.0.0.0 PICTABLE_DATA_DIR=/data NODE_COMPILE_CACHE=/pictable/compiled
WORKDIR /pictable
COPY --from=dependencies /pictable/node_modules node_modules
COPY --from=build /pictable/staged ./
# Node stores compiled code by user. The server's user writes it here once, and can only read it in the image.
RUN install -d -o 10001 -g 10001 /data compiled \
  && setpriv --reuid=10001 --regid=10001 --clear-groups node --input-type=module \
  -e "await (await import('./dist/packages/server/src/start/compile-decoders.js')).compileDecoders('/pictable/compiled')" \
  && chown -R root:root compiled \
  && chmod -R a+rX,go-w compiled
USER 10001:10001
VOLUME /data
EXPOSE 4400
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PICTABLE_PORT || 4400}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/pictable.js"]
CMD ["serve"]
