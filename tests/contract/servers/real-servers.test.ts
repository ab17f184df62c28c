// The reference servers behind the real gateway, called by agents of both eras through the real shim.
import { describe, expect, it } from 'vitest';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { everything, upstreams, writeConfig } from '../../support/upstreams.ts';
import { verifies } from '../../support/verifies.ts';

describe('the reference servers', () => {
  it(
    verifies(
      'start with the gateway, and their tools are listed as app__tool and called',
      'S4-accept-spawn',
      'S4-accept-list',
      'S4-servers-many',
      'S4-transport-stdio',
    ),
    async () => {
      const world = openGatewayWorld();
      writeConfig(world.home, {
        everything: everything(),
        files: { command: process.execPath, args: [upstreams.filesystem, world.home] },
        memory: {
          command: process.execPath,
          args: [upstreams.memory],
          env: { MEMORY_FILE_PATH: `${world.home}/m.json` },
        },
      });
      const { client } = await world.openAgent('legacy');
      const { tools } = await client.listTools();
      const names = tools.map(({ name }) => name);
      expect(names).toContain('everything__echo');
      expect(names).toContain('files__read_text_file');
      expect(names).toContain('memory__create_entities');
      const result = await client.callTool({ name: 'everything__echo', arguments: { message: 'hello' } });
      expect(result.content).toEqual([{ type: 'text', text: 'Echo: hello' }]);
    },
  );
});
