// SECURITY.md, "a page that shows a secret": one that is not declared as such, or that the page shows in clear.
import { expect, it, onTestFinished } from 'vitest';
import { BrowserStage } from '../browser/stage.ts';
import { openToolSite } from '../browser/tool-pages.ts';

const page = `<!doctype html><title>Sign in</title><main>
<label>Key <input id="p" type="password" value="SECRET-1"></label><button onclick="p.type = 'text'">Show</button>
<input name="user[otp]" aria-label="First" value="SECRET-2"><input id="smsCode" aria-label="Second" value="SECRET-3">
<label>Verification code <input value="SECRET-4" inputmode="numeric"></label>
<input placeholder="Password" value="SECRET-5"><input autocomplete="one-time-code" aria-label="Third" value="SECRET-6">
<input name="two_factor" type="tel" aria-label="Fourth" value="SECRET-7"><input name="city" aria-label="City" value="Ulm"></main>`;

it.each(['chromium', 'firefox'] as const)('is read by no tool in %s', async (engine) => {
  const site = await openToolSite({ '/sign-in': page });
  const stage = await BrowserStage.open(engine);
  onTestFinished(async () => {
    await stage.close();
    site.close();
  });
  const agent = await stage.agent();
  await agent.goTo(`${site.origin}/sign-in`);
  const said = [(await agent.call('click', { ref: agent.ref('Show') })).text];
  expect(await agent.value('p.type')).toBe('text');
  said.push(await agent.look(), (await agent.call('find', { text: 'SECRET|•|Ulm', regex: true })).text);
  said.push((await agent.call('type', { ref: agent.ref('First'), text: 'SECRET-8' })).text);
  said.push((await agent.call('read_text')).text, await agent.look());
  expect(said.join('\n')).not.toContain('SECRET');
  expect(said[1]).toContain('= "Ulm"');
  expect(said[1]?.match(/•••/g)).toHaveLength(7);
});
