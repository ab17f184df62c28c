import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { defaultValueIn, isBareListing, noRegistry, openRegistry } from './registry.ts';

const key = 'HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts\\dev.sallyport.host';
const fullKey = key.replace('HKCU', 'HKEY_CURRENT_USER');

const header = 'Windows Registry Editor Version 5.00\r\n\r\n';

describe('an exported key', () => {
  it('gives its default value, with backslashes and quotes as they are', () => {
    expect(defaultValueIn(`${header}[${fullKey}]\r\n@="C:\\\\Users\\\\Zo\u00eb\\\\a \\"b\\".json"\r\n\r\n`)).toBe(
      'C:\\Users\\Zo\u00eb\\a "b".json',
    );
  });

  it('has none when only other values, or keys below it, have one', () => {
    expect(
      defaultValueIn(`${header}[${fullKey}]\r\n"other"="@"\r\n\r\n[${fullKey}\\below]\r\n@="x"\r\n`),
    ).toBeUndefined();
  });
});

describe('the listing of a key', () => {
  it.each([
    ['its default value alone', `\r\n${fullKey}\r\n    (Standard)    REG_SZ    C:\\a.json\r\n\r\n`, true],
    ['nothing', '\r\n', true],
    ['another value', `\r\n${fullKey}\r\n    (Default)    REG_SZ    x\r\n    other    REG_SZ    y\r\n`, false],
    ['a key below', `\r\n${fullKey}\r\n\r\n${fullKey}\\below\r\n`, false],
    ['one key below and no value', `\r\n${fullKey}\\one\r\n`, false],
    ['only keys below', `\r\n${fullKey}\\one\r\n${fullKey}\\two\r\n`, false],
  ])('with %s is judged', (_, listing, isBare) => {
    expect(isBareListing(listing, key)).toBe(isBare);
  });
});

describe('the registry through reg.exe', () => {
  it('asks for exactly what is needed', () => {
    const calls: (readonly string[])[] = [];
    const registry = openRegistry({
      temporaryFolder: tmpdir(),
      run: (args) => {
        calls.push(args);
        if (args[0] === 'export')
          writeFileSync(args[2] ?? '', `\ufeff${header}[${fullKey}]\r\n@="C:\\\\m.json"\r\n`, 'utf16le');
        return '';
      },
    });
    expect(registry.read(key)).toBe('C:\\m.json');
    registry.write(key, 'C:\\new.json');
    registry.create(key);
    registry.clear(key);
    registry.remove(key);
    expect(calls.slice(1)).toEqual([
      ['add', key, '/ve', '/t', 'REG_SZ', '/d', 'C:\\new.json', '/f'],
      ['add', key, '/f'],
      ['delete', key, '/ve', '/f'],
      ['delete', key, '/f'],
    ]);
  });

  it('takes a key that reg.exe does not find for absent, and a refused change for a fault', () => {
    const registry = openRegistry({ temporaryFolder: tmpdir(), run: () => undefined });
    expect([registry.exists(key), registry.read(key)]).toEqual([false, undefined]);
    expect(() => registry.write(key, 'x')).toThrow('could not be changed');
  });
});

it('a system without a registry refuses to write one', () => {
  expect(() => noRegistry.write(key, 'x')).toThrow('no registry');
});
