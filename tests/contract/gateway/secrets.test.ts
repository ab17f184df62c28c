// Secrets by name in the gateway and on the command line: where values are kept, who gets one, and where none ever is.
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { addAgent, sallyport } from '../../support/command-in-world.ts';
import { eventually } from '../../support/eventually.ts';
import type { FakeExtension } from '../../support/fake-extension.ts';
import { type GatewayWorld, openGatewayWorld } from '../../support/gateway-world.ts';
import { writeConfig } from '../../support/upstreams.ts';

const VALUE = 'plum-tree & 7 stones';
const BANK = 'https://bank.example';
const rule = 'browser/secrets.bank@https.bank.example';

const add = (world: GatewayWorld, args: readonly string[], value = VALUE) =>
  sallyport(world, ['secrets', 'add', ...args], { stdin: Readable.from([`${value}\n`]) });

/** A program of this name on the PATH that notes its arguments and environment. */
function standIn(world: GatewayWorld, name: string, script: string): { readonly noted: () => string } {
  const bin = join(world.home, 'bin');
  mkdirSync(bin, { recursive: true });
  const notes = join(world.home, 'bin', `${name}.notes`);
  writeFileSync(join(bin, name), `#!/bin/sh\necho "$0 $*" >> '${notes}'\nenv >> '${notes}'\n${script}\n`);
  chmodSync(join(bin, name), 0o700);
  world.env.PATH = `${bin}:${world.env.PATH}`;
  return { noted: () => (existsSync(notes) ? readFileSync(notes, 'utf8') : '') };
}

const keeping = (world: GatewayWorld) => `
kept='${join(world.home, 'bin')}'/kept-$(echo "$*" | sed 's/.*name //')
case "$1" in
  store) cat > "$kept" ;;
  lookup) [ -f "$kept" ] && cat "$kept" ;;
  clear) rm -f "$kept" ;;
esac`;

describe('sallyport secrets', () => {
  it('keeps a value in a file that only the user can read, and shows it to nobody', async () => {
    const world = openGatewayWorld();
    const added = await add(world, ['bank', '--site', 'bank.example', '--store', 'file', '--json']);
    expect(JSON.parse(added.stdout)).toEqual({ name: 'bank', kind: 'password', origins: [BANK], from: 'file' });
    const listed = await sallyport(world, ['secrets', 'list']);
    expect(listed.stdout).toContain('bank  password, from file, for https://bank.example');
    expect(statSync(join(world.home, 'data', 'secret-values.json')).mode & 0o777).toBe(0o600);
    expect([added, listed].map(({ stdout, stderr }) => stdout + stderr).join()).not.toContain('plum');
    expect((await sallyport(world, ['secrets', 'remove', 'bank'])).exitCode).toBe(0);
    expect(world.everything()).not.toContain(Buffer.from(VALUE).toString('base64').slice(0, 20));
    expect((await sallyport(world, ['secrets', 'list'])).stdout).toContain('No secret');
  });

  it('uses the keychain of the system through its program, with the value on its stdin alone', async () => {
    const world = openGatewayWorld();
    const { noted } = standIn(world, 'secret-tool', keeping(world));
    const added = await add(world, ['bank', '--site', BANK, '--json']);
    expect(JSON.parse(added.stdout)).toMatchObject({ from: 'keychain' });
    expect(existsSync(join(world.home, 'data', 'secret-values.json'))).toBe(false);
    expect(noted()).toContain('store --label=Sallyport: bank service sallyport name bank');
    expect(noted()).not.toContain('plum');
    await sallyport(world, ['secrets', 'remove', 'bank']);
    expect(existsSync(join(world.home, 'bin', 'kept-bank'))).toBe(false);
  });

  it('takes the file where the keychain does not keep it, unless the user wants the keychain', async () => {
    const world = openGatewayWorld();
    standIn(world, 'secret-tool', 'cat > /dev/null; exit 1');
    expect(JSON.parse((await add(world, ['bank', '--site', BANK, '--json'])).stdout)).toMatchObject({ from: 'file' });
    standIn(world, 'secret-tool', `[ "$1" != lookup ] || exit 1\n${keeping(world)}`);
    expect(JSON.parse((await add(world, ['bank', '--site', BANK, '--json'])).stdout)).toMatchObject({ from: 'file' });
    expect(existsSync(join(world.home, 'bin', 'kept-bank'))).toBe(false);
    standIn(world, 'secret-tool', 'cat > /dev/null; exit 1');
    const wanted = await add(world, ['bank', '--site', BANK, '--store', 'keychain']);
    expect([wanted.exitCode, wanted.stderr]).toEqual([1, expect.stringContaining('did not keep the secret')]);
  });

  it.each([
    [['bank', '--site', BANK, VALUE], VALUE, 'cannot be given as an argument'],
    [['bank', '--site', 'http://bank.example'], VALUE, 'is not a site that a secret can be for'],
    [['bank', '--site', 'ftp://bank.example'], VALUE, 'is not a site that a secret can be for'],
    [['b/nk', '--site', BANK], VALUE, 'cannot be the name of a secret'],
    [['bank', '--site', BANK], 'plums', 'cannot be a secret'],
    [['bank', '--site', BANK, '--kind', 'totp'], VALUE, 'not the key of one-time codes'],
    [['bank', '--site', BANK, '--kind', 'pin'], VALUE, '--kind must be one of'],
    [['bank', '--site', BANK, '--store', 'cloud'], VALUE, '--store must be one of'],
    [['bank', '--site', BANK, '--command'], VALUE, '--command needs a program'],
    [['bank', '--site', BANK], '', 'No value was given'],
  ])('refuses %j with a sentence that does not quote the value', async (args, value, sentence) => {
    const world = openGatewayWorld();
    const { exitCode, stdout, stderr } = await add(world, args, value);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain(sentence);
    expect(stdout + stderr).not.toContain('plum');
    expect((await sallyport(world, ['secrets', 'list'])).stdout).toContain('No secret');
  });
});

describe('the value of a secret', () => {
  interface Asked {
    readonly type: unknown;
    readonly value?: unknown;
    readonly error?: { readonly message?: string };
  }

  /** A browser whose tool asks the gateway for a secret, as the extension does while it runs `type`. */
  async function open(config: Record<string, unknown>, more: readonly string[] = []) {
    const world = openGatewayWorld();
    writeConfig(world.home, {}, config);
    if (more.length === 0) await add(world, ['bank', '--site', BANK, '--store', 'file']);
    else await sallyport(world, ['secrets', 'add', 'bank', '--site', BANK, ...more]);
    const answers: Asked[] = [];
    let extension: FakeExtension | undefined;
    let last = 0;
    const ask = async (fields: Record<string, unknown>): Promise<Asked> => {
      const request_id = `q${++last}`;
      extension?.post({ type: 'host_use_secret', request_id, origin: BANK, name: 'bank', ...fields });
      const isAnswer = (message: Record<string, unknown>) => message.request_id === request_id;
      return (await eventually('an answer', () => extension?.heard().find(isAnswer), 30_000)) as unknown as Asked;
    };
    await world.startGateway();
    extension = await world.openExtension(async ({ id, args }) => {
      answers.push(await ask({ call_id: id, ...(args.asks as object) }));
      return { content: [{ type: 'text', text: 'done' }] };
    });
    const key = await addAgent(world, 'Ada');
    const agent = await world.openAgent('modern', { env: { SALLYPORT_KEY: key } });
    const call = async (args: Record<string, unknown>) => {
      const result = await agent.client.callTool({ name: 'browser__work', arguments: args });
      expect(JSON.stringify(result)).not.toContain('plum');
      return answers.at(-1);
    };
    return { world, call, ask, post: extension.post };
  }

  const allowed = { policy: { [rule]: 'allow' }, families: { '*': ['all', 'secrets'] } };

  it('goes to the browser for a call that names it, on its own site, and into no journal and no log', async () => {
    const { world, call, ask } = await open(allowed);
    expect(await call({ secret: 'bank' })).toMatchObject({ value: VALUE, kind: 'password' });
    expect(await call({ fields: [{ ref: 'e1', secret: 'bank' }] })).toMatchObject({ value: VALUE });
    for (const args of [{ text: 'bank' }, { secret: 'other', asks: { name: 'bank' } }]) {
      expect((await call(args))?.error?.message).toContain('No call through the gateway has named this secret');
    }
    expect((await call({ secret: 'bank', asks: { origin: 'https://bank.example.evil' } }))?.error?.message).toContain(
      'is not for',
    );
    expect((await call({ secret: 'none', asks: { name: 'none' } }))?.error?.message).toContain('There is no secret');
    // When the call is over, and for a call of another program at the native host, nobody gets it.
    expect((await ask({ call_id: 'made-up' })).error?.message).toContain('No call through the gateway');
    const kept = readFileSync(join(world.home, 'data', 'secret-values.json'), 'utf8');
    const everything = world.everything().replace(kept, '');
    for (const form of [VALUE, Buffer.from(VALUE).toString('base64')]) expect(everything).not.toContain(form);
  });

  it('needs the family and the user: without a rule, and where no browser can ask, it stays', async () => {
    const off = await open({ policy: { [rule]: 'allow' } });
    expect((await off.call({ secret: 'bank' }))?.error?.message).toContain('is in the family "secrets", which is off');
    const unasked = await open({ families: { '*': ['all', 'secrets'] } });
    expect((await unasked.call({ secret: 'bank' }))?.error?.message).toContain('requires the user');
    const wide = await open({ policy: { 'browser/*': 'allow' }, families: { '*': ['all', 'secrets'] } });
    expect((await wide.call({ secret: 'bank' }))?.error?.message).toContain('requires the user');
  });

  it('is not given out again once a page has shown it, until the user adds it anew', async () => {
    const { world, call, post } = await open(allowed);
    post({ type: 'host_secret_shown', request_id: 's1', names: ['bank', 5] });
    await eventually('it is written down', () => world.read('data/secrets.json').includes('shownAt'));
    expect((await call({ secret: 'bank' }))?.error?.message).toContain('A page has shown the secret');
    await add(world, ['bank', '--site', BANK, '--store', 'file']);
    expect(await call({ secret: 'bank' })).toMatchObject({ value: VALUE });
  });

  it('comes from a program at each use, whose failure tells nothing of it', async () => {
    const { call, world } = await open(allowed, [
      '--command',
      '--',
      'sh',
      '-c',
      'cat "$SALLYPORT_HOME/vault" || echo plum',
    ]);
    expect((await call({ secret: 'bank' }))?.error?.message ?? '').not.toContain('plum');
    writeFileSync(join(world.home, 'vault'), `${VALUE}\n`);
    expect(await call({ secret: 'bank' })).toMatchObject({ value: VALUE });
  });
});
