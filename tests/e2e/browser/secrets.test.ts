// Secrets typed by name, through the gateway, in both browsers: they reach the site and nobody else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt, parseTotpKey } from '../../../packages/gateway/src/secrets/totp.ts';
import { CODE, CODE_KEY, SecretStage } from './secret-stage.ts';

const login = `<!doctype html><title>Sign in</title><form action="/in" method="post"><label>User <input name="user"></label>
<label>Password <input name="pw" type="password"></label><label>Code <input name="code" autocomplete="one-time-code"></label><button>Go</button></form>`;

function respond({ path, body }: { readonly path: string; readonly body: string }): string {
  if (path === '/in')
    return `<!doctype html><title>Inside</title><h1>Welcome ${body.length > 0 ? 'in' : ''}</h1><a href="/login">Out</a>`;
  return login;
}

describe.each(['chromium', 'firefox'] as const)('a secret by name in %s', (browser) => {
  let stage: SecretStage;
  beforeAll(async () => {
    stage = await SecretStage.open(browser, 3, respond);
  });
  afterAll(() => stage?.close());

  it('is typed into its site, which gets it, and is in no reply and no file', async () => {
    const { name, origin, value, got } = stage.site(0);
    const agent = await stage.agent();
    expect((await agent.call('secrets')).text).toContain(`${name} (key) for ${origin}`);
    await agent.goTo(`${origin}/login`);
    const typed = await agent.call('type', { field: 'Password', secret: name });
    expect(typed).toMatchObject({ isError: false });
    const seen = await agent.call('snapshot');
    expect(seen.text).toContain('Password');
    expect(seen.isError).toBe(false);
    const sent = await agent.call('press_key', { key: 'Enter' });
    expect(sent).toMatchObject({ isError: false });
    expect((await agent.call('read_text')).text).toContain('Welcome in');
    expect(got.join('\n')).toContain(new URLSearchParams({ user: '', pw: value, code: '' }).toString());
    expect(stage.leaks(...stage.sites)).toEqual([]);
  });

  it('fills a form beside plain values, with a one-time code of the moment', async () => {
    const { name, origin, value, got } = stage.site(0);
    const agent = await stage.agent();
    await agent.goTo(`${origin}/login`);
    const fields = [
      { field: 'Password', secret: name },
      { field: 'Code', secret: CODE },
      { field: 'User', value: 'ada' },
    ];
    const before = Date.now();
    expect(await agent.call('fill_form', { fields })).toMatchObject({ isError: false });
    const codes = [before, Date.now()].map((now) => codeAt(parseTotpKey(CODE_KEY), now));
    const seen = await agent.call('snapshot');
    expect(seen.text.match(/•••/g)).toHaveLength(2);
    await agent.call('click', { text: 'Go' });
    const sent = codes.map((code) => new URLSearchParams({ user: 'ada', pw: value, code }).toString());
    expect(sent.some((body) => got.join().includes(body))).toBe(true);
    expect(codes.filter((code) => agent.received.includes(code))).toEqual([]);
    expect(stage.leaks(...stage.sites)).toEqual([]);
  });

  it('is refused without a text, with both, and where no site of it is', async () => {
    const [one, other] = [stage.site(1), stage.site(2)];
    const agent = await stage.agent();
    await agent.goTo(`${one.origin}/login`);
    const refused = async (args: Record<string, unknown>) =>
      (await agent.call('type', { field: 'Password', ...args })).text;
    expect(await refused({})).toContain('give either text or the name of a secret');
    expect(await refused({ text: 'a', secret: one.name })).toContain('give either text or the name of a secret');
    expect(await refused({ secret: other.name })).toContain('is not for');
    expect(await refused({ secret: 'none' })).toContain('There is no secret');
  });
});
