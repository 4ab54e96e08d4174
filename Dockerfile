# The server with everything it needs; sites are built into /data, or mounted there as built.
FROM node:24-bookworm-slim AS package
WORKDIR /docent
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm pack --pack-destination /

FROM node:24-bookworm-slim
ENV NODE_ENV=production DOCENT_OUT=/data HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=package /docent-*.tgz ./
# The image has a Node.js; the package's own is for machines with an old one.
RUN npm install --omit=dev --ignore-scripts ./docent-*.tgz && \
  rm -rf docent-*.tgz node_modules/node-linux-* && npm cache clean --force
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "node_modules/docent/bin/docent.js"]
CMD ["serve"]
