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
      else expect('later' in known ? known.later : known.notOffered).toMatch(/^[A-Z].+\.$/);
    }
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
    ['createWindow', { url: 'x.org', private: false }, ['tabs', { action: 'open', url: 'x.org' }]],
  ])('turn the command %s %j into a call', async (command, params, call) => {
    expect(await argsOf(commandNames[command], params)).toEqual(call);
  });

  it.each([
    ['computer', { action: 'double_click', ref: 'e1' }, ['click', { ref: 'e1', double: true }]],
    ['computer', { action: 'key', text: 'Enter' }, ['press_key', { key: 'Enter' }]],
    ['find', { query: 'login' }, ['find', { text: 'login' }]],
    ['form_input', { ref: 'e2', value: 7 }, ['fill_form', { fields: [{ ref: 'e2', value: '7' }] }]],
    ['read_page', { ref_id: 'e3', depth: 5 }, ['snapshot', { ref: 'e3' }]],
    ['find', { text: 'ours' }, undefined],
    ['constructor', {}, undefined],
  ])('turn the tool %s %j into a call', async (tool, params, call) => {
    expect(await argsOf(legacyTool(tool, params), params)).toEqual(call);
  });
});
