# Nothing is compiled: every package with native code brings it for amd64 and arm64, and install scripts do not run.
FROM node:24.21.0-trixie-slim AS manifests
WORKDIR /pictable
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
COPY packages/dashboard/package.json packages/dashboard/
COPY packages/docs/package.json packages/docs/
COPY packages/editor/package.json packages/editor/
COPY packages/model/package.json packages/model/
COPY packages/renderer/package.json packages/renderer/
COPY packages/server/package.json packages/server/

FROM manifests AS dependencies
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace packages/server

FROM manifests AS dashboard
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY packages/client packages/client
COPY packages/dashboard packages/dashboard
COPY packages/editor packages/editor
COPY packages/model packages/model
COPY packages/renderer packages/renderer
RUN node packages/dashboard/build.ts
COPY ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md README.md compose.yaml ./
COPY deploy deploy
COPY docs docs
COPY examples examples
COPY packages/docs packages/docs
COPY packages/server/src/sources/described packages/server/src/sources/described
RUN node packages/docs/build.ts

FROM node:24.21.0-trixie-slim
ENV NODE_ENV=production PICTABLE_HOST=0.0.0.0 PICTABLE_DATA_DIR=/data NODE_COMPILE_CACHE=/pictable/compiled
WORKDIR /pictable
COPY LICENSE package.json ./
COPY examples examples
COPY packages/client packages/client
COPY packages/model packages/model
COPY packages/renderer packages/renderer
COPY packages/server packages/server
COPY --from=dependencies /pictable/ ./
COPY --from=dashboard /pictable/packages/dashboard/dist packages/dashboard/dist
COPY --from=dashboard /pictable/packages/docs/dist packages/docs/dist
# Node stores compiled code by user. The server's user writes it here once, and can only read it in the image.
RUN install -d -o 10001 -g 10001 /data compiled \
  && setpriv --reuid=10001 --regid=10001 --clear-groups node --input-type=module \
  -e "await (await import('./packages/server/src/start/compile-decoders.ts')).compileDecoders('/pictable/compiled')" \
  && chown -R root:root compiled \
  && chmod -R a+rX,go-w compiled
USER 10001:10001
VOLUME /data
EXPOSE 4400
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PICTABLE_PORT || 4400}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "packages/server/bin/pictable.js"]
CMD ["serve"]
