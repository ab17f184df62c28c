// Responses, times and HAR files of an agent's tab.
import { isRecord } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import type { Scene } from './scene.ts';

export const responsePages: Readonly<Record<string, string>> = {
  '/responses': `<!doctype html><title>Responses</title>
<button onclick="fetch('/answer.json?access_token=planted').then((r) => r.json()).then((a) => { p.textContent = 'Got ' + a.rows.length })">Ask</button>
<button onclick="fetch('/form.html').then((r) => r.text()).then(() => { p.textContent = 'Form' })">Form</button>
<button onclick="fetch('/large.json').then((r) => r.text()).then((t) => { p.textContent = 'Large ' + t.length })">Large</button>
<button onclick="fetch('/slow?0').then(() => { p.textContent = 'Slow' })">Slow</button><p id="p"></p>`,
  '/answer.json?access_token=planted': '{"rows":["oak","iron"],"sessionToken":"planted","user":{"password":"planted"}}',
  '/form.html': '<form><input type="password" value="planted"><input name="q" value="planted"><p>Sign in</p></form>',
  '/large.json': JSON.stringify({ text: 'long '.repeat(5_000), token: 'planted' }),
};

export function responseSuite(scene: Scene): void {
  const press = (text: string) => scene.agent.call('click', { text });

  /** Of the last request to this address, once it is complete. */
  async function refOf(address: string): Promise<string> {
    return eventually(`${address} is complete`, async () => {
      const { facts } = await scene.agent.call('network_requests', { filter: address });
      const last = Array.isArray(facts.requests) ? facts.requests.filter(isRecord).at(-1) : undefined;
      return last?.durationMs === undefined ? undefined : String(last.ref);
    });
  }

  const responseOf = async (address: string) =>
    (await scene.agent.call('network_requests', { ref: await refOf(address), part: 'response' })).text;

  it('reads the body of a response without secrets, or says why there is none', async () => {
    await scene.at('/responses');
    await press('Ask');
    const before = await responseOf('answer.json');
    await press('Ask');
    await press('Form');
    await press('Large');
    const [answer, form, large] = [
      await responseOf('answer.json'),
      await responseOf('form.html'),
      await responseOf('large.json'),
    ];
    expect([before, answer, form, large].join()).not.toContain('planted');
    if (!scene.ways.readsResponses) {
      const why =
        scene.hands === 'firefox' ? 'Firefox gives extensions none.' : 'its debugger alone, which the user has';
      for (const text of [before, answer, form, large]) expect(text).toContain(`No response body: `);
      expect(answer).toContain(why);
      return;
    }
    expect(before).toContain('No response body: it came before you first looked at requests');
    expect(answer).toContain('{"rows":["oak","iron"],"sessionToken":"[redacted]","user":{"password":"[redacted]"}}');
    expect(form).toContain('<input name="q" value="[redacted]"><p>Sign in</p>');
    expect(large).toMatch(/long long[\s\S]*\n2\d{4} more characters of the response are left out\.$/);
    expect(large.length).toBeLessThan(4_500);
    const whole = (await scene.agent.call('network_requests', { ref: await refOf('answer.json') })).text;
    expect(whole).toMatch(/< content-type: application\/json[\s\S]*response:\n\{"rows"/i);
    // After another page has come, the browser has it no longer, or it says so.
    await scene.agent.goTo(`${scene.site.origin}/article`);
    expect(await responseOf('answer.json')).toMatch(/No response body: the browser does not have it|"oak"/);
  });

  it('tells when a request was sent, answered and complete', async () => {
    await scene.at('/responses');
    await press('Slow');
    const { text, facts } = await scene.agent.call('network_requests', { ref: await refOf('/slow?0') });
    expect(text).toMatch(/started \S+, sent after \d+ ms, answered after \d+ ms, complete after \d+ ms/);
    const { sentMs, answeredMs, durationMs } = isRecord(facts.request) ? facts.request : {};
    expect(Number(sentMs)).toBeLessThanOrEqual(Number(answeredMs));
    expect(Number(answeredMs)).toBeLessThanOrEqual(Number(durationMs));
    // The site waits for this long.
    expect(Number(answeredMs) - Number(sentMs)).toBeGreaterThan(150);
  });

  it('saves what it lists as a HAR file without secrets', async () => {
    await scene.at('/responses');
    await scene.agent.call('network_requests');
    await press('Ask');
    await refOf('answer.json');
    const { text, file, facts } = await scene.agent.call('network_requests', { har: true });
    const parsed: unknown = JSON.parse(file.toString());
    const log = isRecord(parsed) && isRecord(parsed.log) ? parsed.log : {};
    const entries = Array.isArray(log.entries) ? log.entries.filter(isRecord) : [];
    expect(text).toMatch(/^HAR file with \d+ requests, \d+ of them with the body/);
    expect(entries).toHaveLength(Number(facts.requests));
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'Sallyport' } });
    const answer = entries.find(({ request }) => isRecord(request) && String(request.url).includes('answer.json'));
    const body = '{"rows":["oak","iron"],"sessionToken":"[redacted]","user":{"password":"[redacted]"}}';
    expect(answer).toMatchObject({
      startedDateTime: expect.stringMatching(/^\d{4}-.*Z$/),
      request: { method: 'GET', queryString: [{ name: 'access_token', value: '[redacted]' }] },
      response: {
        status: 200,
        content: { mimeType: 'application/json', ...(scene.ways.readsResponses ? { text: body } : {}) },
      },
    });
    expect(file.toString()).not.toContain('planted');
    const one = await scene.agent.call('network_requests', { har: true, filter: 'answer.json' });
    expect(one.facts.requests).toBe(1);
  });
}
