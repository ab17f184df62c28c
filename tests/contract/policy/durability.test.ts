// What the user decided outlives the gateway: a restart, kill -9 in the middle of a write, a full disk, a damaged file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failedWith } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { type GatewayWorld, openGatewayWorld } from '../../support/gateway-world.ts';
import { openPageLink, type PageLink } from '../../support/page-link.ts';
import { configurePlainServer } from '../../support/plain-server.ts';
import { verifies } from '../../support/verifies.ts';

const scope = 'mcp:tools.list';
const grantsFile = ({ home }: GatewayWorld) => join(home, 'data', 'grants.json');

async function openPage(world: GatewayWorld): Promise<PageLink> {
  return openPageLink(await world.openExtension());
}

/** Asked again while the next gateway is on its way. */
async function codeAfterRestart(link: PageLink, origin: string): Promise<unknown> {
  return eventually('a gateway answers', async () => {
    const { granted, error } = await link.ask('host_check_permission', { scope, origin });
    if (granted === true) return 'granted';
    const { code } = Object(error);
    return code === 'ERR_SERVER_UNAVAILABLE' ? undefined : code;
  });
}

it(
  verifies(
    'ALLOW_ALWAYS and DENY hold after kill -9, ALLOW_ONCE does not',
    'S4-accept-always',
    'S4-grant-always',
    'S4-grant-deny',
  ),
  async () => {
    const world = openGatewayWorld();
    await world.startGateway();
    const link = await openPage(world);
    const types = {
      'https://always.example': 'ALLOW_ALWAYS',
      'https://deny.example': 'DENY',
      'https://once.example': 'ALLOW_ONCE',
    };
    for (const [origin, grant_type] of Object.entries(types)) {
      await link.ask('host_grant_permission', { scope, origin, grant_type });
    }
    expect(statSync(grantsFile(world)).mode & 0o777).toBe(0o600);
    await world.killGateway();
    await world.startGateway();
    expect(await codeAfterRestart(link, 'https://always.example')).toBe('granted');
    expect(await codeAfterRestart(link, 'https://deny.example')).toBe('ERR_PERMISSION_DENIED');
    expect(await codeAfterRestart(link, 'https://once.example')).toBe('ERR_SCOPE_REQUIRED');
  },
);

it('kill -9 while grants are written loses none that was confirmed, and never half a file', async () => {
  const world = openGatewayWorld();
  const confirmed: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    await world.startGateway();
    const extension = await world.openExtension();
    const link = openPageLink(extension);
    await codeAfterRestart(link, 'https://first.example');
    const before = confirmed.length;
    const writing = Array.from({ length: 40 }, async (_, n) => {
      const origin = `https://r${round}-n${n}.example`;
      const reply = await link.ask('host_grant_permission', { scope, origin, grant_type: 'ALLOW_ALWAYS' });
      if (reply.granted === true) confirmed.push(origin);
    });
    await eventually('some are written', () => confirmed.length >= before + 3);
    await world.killGateway();
    await Promise.all(writing);
    await extension.close();
    const { grants } = JSON.parse(readFileSync(grantsFile(world), 'utf8'));
    const kept = new Set(grants.map(({ origin }: { origin: string }) => origin));
    expect(confirmed.filter((origin) => !kept.has(origin))).toEqual([]);
  }
  expect(confirmed.length).toBeGreaterThanOrEqual(18);
}, 60_000);

it(
  verifies('a disk that is full keeps the old file, says so, and goes on with what it has', 'S4-err-internal'),
  async () => {
    const world = openGatewayWorld();
    // A limit on the size of a file fails a write as a full disk does: some bytes, then an error.
    const program = `ulimit -f 4; exec "${process.execPath}" "${world.programs.gateway}"`;
    const gateway = spawn('bash', ['-c', program], { env: world.env, stdio: 'ignore' });
    await eventually('it has published its record', () => world.record());
    const link = await openPage(world);
    const origins = Array.from({ length: 40 }, (_, n) => `https://page-${n}.example`);
    const replies = [];
    for (const origin of origins) {
      const reply = await link.ask('host_grant_permission', { scope, origin, grant_type: 'ALLOW_ALWAYS' });
      replies.push({ origin, isKept: reply.granted === true, reply });
      if (reply.granted !== true) break;
    }
    const refused = replies.at(-1);
    expect(refused).toMatchObject({
      isKept: false,
      reply: { type: 'error', error: { code: 'ERR_INTERNAL', message: expect.stringContaining('is unchanged') } },
    });
    const { grants } = JSON.parse(readFileSync(grantsFile(world), 'utf8'));
    expect(grants).toHaveLength(replies.length - 1);
    // What was not kept does not hold, what was kept does, and nothing is left lying about.
    expect(await codeAfterRestart(link, refused?.origin ?? '')).toBe('ERR_SCOPE_REQUIRED');
    expect(await codeAfterRestart(link, 'https://page-0.example')).toBe('granted');
    expect(readdirSync(join(world.home, 'data')).filter((name) => name.includes('.tmp'))).toEqual([]);
    gateway.kill();
    await once(gateway, 'exit');
  },
);

it('a damaged file is set aside, and what it denied does not become allowed', async () => {
  const world = openGatewayWorld();
  configurePlainServer(world);
  await world.startGateway();
  const extension = await world.openExtension();
  await openPageLink(extension).ask('host_grant_permission', { scope, grant_type: 'DENY' });
  await world.killGateway();
  await extension.close();
  const damaged = readFileSync(grantsFile(world), 'utf8').slice(0, -20);
  writeFileSync(grantsFile(world), damaged);
  const { client } = await world.openAgent('legacy');
  expect(await client.callTool({ name: 'plain__echo' })).toMatchObject({
    isError: true,
    ...failedWith({
      code: 'ERR_PERMISSION_DENIED',
      hint: expect.stringContaining('sallyport grants revoke --all'),
    }),
  });
  const [aside = ''] = readdirSync(join(world.home, 'data')).filter((name) => name.includes('damaged'));
  expect(world.read(join('data', aside))).toBe(damaged);
  expect(world.read('data/logs/gateway.log')).toContain('grants.json could not be read');
});
