import { expect, it } from 'vitest';
import { targetOf } from './guard.ts';

it('only a path is a request target, and it names no host', () => {
  expect(targetOf({ url: '/mcp?a=b' })?.pathname).toBe('/mcp');
  expect(targetOf({ url: '//' })?.pathname).toBe('//');
  expect(targetOf({ url: '//evil.example/mcp' })?.pathname).toBe('//evil.example/mcp');
  for (const url of ['', '*', 'mcp', 'http://127.0.0.1/mcp', '@evil.example/mcp'])
    expect(targetOf({ url })).toBeUndefined();
});
