import { describe, expect, it } from 'vitest';
import { browserCommands } from '../../../native-host/src/commands.ts';
import { browserTools } from '../tools/all.ts';
import { commandNames, type LegacyName, legacyTool, toolNames } from './legacy-names.ts';

const pick = async (selector: string) => `ref of ${selector}`;

async function argsOf(known: LegacyName | undefined, params: Record<string, unknown>): Promise<unknown> {
  return known !== undefined && 'tool' in known ? [known.tool, await known.args(params, pick)] : known;
}

describe('the names of older clients', () => {
  it('cover every command that the native host lets through, and no other', () => {
    expect(Object.keys(commandNames).sort()).toEqual([...browserCommands].sort());
  });

  it('lead to a tool, or to a sentence that says what to use', () => {
    const names = browserTools.map(({ name }) => name);
    for (const known of [...Object.values(commandNames), ...Object.values(toolNames)]) {
      if ('tool' in known) expect(names).toContain(known.tool);
      else expect(known.notOffered).toMatch(/^[A-Z].+\.$/);
    }
  });

  it('advise a line client of commands, and others of tools: neither knows the names of the other', () => {
    const tools = browserTools.map(({ name }) => name);
    const commands = Object.keys(commandNames);
    const advice = (names: readonly (LegacyName | undefined)[]) =>
      names.flatMap((known) => (known !== undefined && 'notOffered' in known ? [known.notOffered] : []));
    const named = (texts: readonly string[], pattern: RegExp) => texts.flatMap((text) => text.match(pattern) ?? []);
    const computer = ['left_click', 'left_click_drag', 'zoom'].map((action) => legacyTool('computer', { action }));
    const snakeOrUsed = /\b[a-z]+(?:_[a-z]+)+\b|(?<=Use )[a-z]+/g;
    const toTools = named(advice([...Object.values(toolNames), ...computer]), snakeOrUsed);
    expect(toTools.length).toBeGreaterThan(8);
    for (const name of toTools) expect(tools).toContain(name);
    const toCommands = named(advice(Object.values(commandNames)), /\b[a-z]+(?:[A-Z][a-z]+)+\b|\b[a-z]+(?:_[a-z]+)+\b/g);
    expect(toCommands.length).toBeGreaterThan(2);
    for (const name of toCommands) expect(commands).toContain(name);
  });

  it.each([
    ['click', { tabId: 4, selector: '#go' }, ['click', { tabId: 4, ref: 'ref of #go' }]],
    [
      'type',
      { selector: 'input', text: 'x', clear: false },
      ['type', { ref: 'ref of input', text: 'x', append: true }],
    ],
    ['pressKey', { key: 'a', ctrlKey: true }, ['press_key', { key: 'a', modifiers: ['Control'] }]],
    ['scroll', { y: -300 }, ['scroll', { direction: 'up' }]],
    ['waitFor', { selector: 'a"b' }, ['wait_for', { expression: 'document.querySelector("a\\"b") !== null' }]],
    ['getConsoleLogs', { tabId: 4, level: 'warn' }, ['console_messages', { tabId: 4 }]],
    ['getNetworkRequests', {}, ['network_requests', {}]],
    ['createWindow', { url: 'x.org', private: false }, ['tabs', { action: 'open', url: 'x.org' }]],
  ])('turn the command %s %j into a call', async (command, params, call) => {
    expect(await argsOf(commandNames[command], params)).toEqual(call);
  });

  it.each([
    ['computer', { action: 'double_click', ref: 'e1' }, ['click', { ref: 'e1', double: true }]],
    ['computer', { action: 'key', text: 'Enter' }, ['press_key', { key: 'Enter' }]],
    ['computer', { action: 'triple_click', ref: 'e1' }, ['click', { ref: 'e1', triple: true }]],
    ['read_console_messages', { tabId: 4, onlyErrors: true }, ['console_messages', { tabId: 4, level: 'error' }]],
    ['read_network_requests', { urlPattern: '/api/' }, ['network_requests', { filter: '/api/' }]],
    ['find', { query: 'login' }, ['find', { text: 'login' }]],
    ['form_input', { ref: 'e2', value: 7 }, ['fill_form', { fields: [{ ref: 'e2', value: '7' }] }]],
    ['read_page', { ref_id: 'e3', depth: 5 }, ['snapshot', { ref: 'e3' }]],
    ['find', { text: 'ours' }, undefined],
    ['constructor', {}, undefined],
  ])('turn the tool %s %j into a call', async (tool, params, call) => {
    expect(await argsOf(legacyTool(tool, params), params)).toEqual(call);
  });
});
