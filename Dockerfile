# A headless gateway with a managed browser, for agents in containers. Written, not run: see docs/elsewhere.md.
#
#   npm run release -- --out release
#   docker build -t sallyport .
#   docker run --rm --name sallyport --init --shm-size=1g sallyport
#   docker exec -i sallyport sallyport mcp        # what an MCP client on the host starts
#
# MCP clients in the same container run `sallyport mcp`; clients elsewhere go through `docker exec`, so nothing is published.
FROM node:22-bookworm-slim

RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium fonts-liberation \
  && rm -rf /var/lib/apt/lists/*

COPY release/sallyport-*.tgz /tmp/
RUN npm install --global /tmp/sallyport-*.tgz && rm /tmp/sallyport-*.tgz

# Chromium's own sandbox works for a user that is not root, where the container allows user namespaces.
USER node
WORKDIR /home/node
CMD ["sallyport", "up", "--browser", "chromium"]
