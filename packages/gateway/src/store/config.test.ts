import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';

const read = (text?: string) => parseConfig(text, '/home/ada/config.json');

it.each([undefined, '', '  \n', '{}', '{"mcpServers": {}, "unheardOf": 1}'])('%j is an empty config', (text) => {
  expect(read(text)).toMatchObject({ policy: {} });
});

it('may have comments and trailing commas', () => {
  expect(read('{\n // mine\n "policy": {"browser/*": "deny", /* but */ "browser/tabs": "allow",},\n}')).toMatchObject({
    policy: { 'browser/*': 'deny', 'browser/tabs': 'allow' },
  });
});

describe('what cannot be read is refused, never passed over', () => {
  it.each([
    ['{', 'line 1: close brace expected'],
    ['{\n"policy": {}\n"x"\n}', 'line 3'],
    ['[]', 'must be an object'],
    ['{"policy": []}', '"policy" must be an object'],
    ['{"policy": {"browser/click": "alow"}}', '"browser/click"'],
    ['{"policy": {"click": "deny"}}', 'app/tool'],
    ['{"policy": {"browser/c*": "deny"}}', 'app/tool'],
  ])('%j names %s', (text, what) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: 'ERR_INPUT_INVALID', message: expect.stringContaining(what) }),
    );
  });
});

it('opens the HTTP door where it says so', () => {
  expect(read('{"http": true}').http).toEqual({ port: 5764 });
  expect(read('{"http": {"port": 6000}}').http).toEqual({ port: 6000 });
  expect(read('{"http": false}').http).toBeUndefined();
  expect(() => read('{"http": {"port": "x"}}')).toThrow(/"http" must be/);
});

it('says how long tabs of agents that left are kept', () => {
  expect(read().keepTabsMs).toBe(600_000);
  expect(read('{"keepTabsMinutes": 0.5}').keepTabsMs).toBe(30_000);
  expect(read('{"keepTabsMinutes": "forever"}').keepTabsMs).toBeNull();
  for (const wrong of ['-1', '1441', '"10"', 'null']) {
    expect(() => read(`{"keepTabsMinutes": ${wrong}}`)).toThrow(/"keepTabsMinutes" must be 0 to 1440/);
  }
});
