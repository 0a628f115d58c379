# Footfall for a ClickHouse server: docker-compose.yml starts both. See docs/docker.md.
#
# What is built is the same for every processor, so it is built on that of this machine.
FROM --platform=$BUILDPLATFORM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY src ./src
COPY languages ./languages
COPY package/icons ./package/icons
COPY package/languages ./package/languages
COPY README.md ./
COPY docs ./docs
RUN npm run build:parts && rm dist/*.map

FROM node:22-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/var/lib/footfall
WORKDIR /app
# A new volume takes its owner and mode from here.
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/footfall
COPY --from=build /app/dist ./dist
# The built program holds its packages, but for this database and for the embedded ClickHouse. A
# container has a server instead.
COPY --from=build /app/node_modules/@ip-location-db ./node_modules/@ip-location-db
COPY package.json LICENSE README.md ./
COPY schema ./schema
USER node
VOLUME /var/lib/footfall
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--v8-pool-size=1", "dist/main.js"]
