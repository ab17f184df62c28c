// Messages between the windows of a page that an agent acts on.
import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';

export const popUpPages: Readonly<Record<string, string>> = {
  '/popping': `<!doctype html><title>Opener</title><main>
<button type="button" onclick="frame.contentWindow.tell()">Ask the frame</button><iframe id="frame" src="/telling"></iframe>
<p>Heard <output id="heard"></output></p></main>
<script>addEventListener('message', ({ data, source }) => { heard.textContent = data + (source === frame.contentWindow); });</script>`,
  '/telling': `<!doctype html><script>function tell() { parent.postMessage('asked ', '*'); }</script>`,
};

export function popUpSuite(scene: Scene): void {
  it('leaves a message of a frame its source', async () => {
    await scene.at('/popping');
    await scene.agent.call('click', { ref: scene.agent.ref('Ask the frame') });
    expect(await scene.agent.value('heard.value')).toBe('asked true');
    expect(await scene.agent.value('"value" in Object.getOwnPropertyDescriptor(window, "postMessage")')).toBe(true);
  });
}
