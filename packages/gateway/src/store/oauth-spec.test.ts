import { expect, it } from 'vitest';
import { parseOAuth } from './oauth-spec.ts';
import { parseServers } from './server-spec.ts';

it('everything an authorization server may want is read, scopes in either spelling', () => {
  const all = {
    clientId: 'me',
    clientSecret: '$' + '{env:SECRET}',
    scopes: ['read', 'write:all'],
    callbackPort: 8123,
    clientMetadataUrl: 'https://example.org/client.json',
  };
  expect(parseOAuth(all)).toEqual(all);
  expect(parseOAuth({ scopes: 'read write:all' })).toEqual({ scopes: ['read', 'write:all'] });
  expect(parseOAuth({})).toEqual({});
});

it.each([
  ['me', '"oauth" must be an object'],
  [{ clientId: 7 }, '"oauth.clientId" must be a text'],
  [{ clientSecret: 's' }, '"oauth.clientSecret" needs a "clientId" beside it'],
  [{ scopes: [] }, '"oauth.scopes" must be a list of scopes'],
  [{ scopes: ['a"b'] }, '"oauth.scopes" must be a list of scopes'],
  [{ callbackPort: 0 }, '"oauth.callbackPort" must be a port, 1 to 65535'],
  [{ clientMetadataUrl: 'http://example.org/a' }, '"oauth.clientMetadataUrl" must begin with https:// and have a path'],
  [{ clientMetadataUrl: 'https://example.org' }, '"oauth.clientMetadataUrl" must begin with https:// and have a path'],
])('%j is no such thing, and it is said why', (value, problem) => {
  expect(parseOAuth(value)).toBe(problem);
});

it('it belongs to an address without a token of its own, and unknown keys are told', () => {
  const url = 'https://example.org/mcp';
  const { servers, problems, warnings } = parseServers({
    fine: { url, oauth: { clientId: 'me', authorizationUrl: 'x' } },
    program: { command: 'x', oauth: {} },
    both: { url, headers: { authorization: 'Bearer t' }, oauth: {} },
  });
  expect(servers).toMatchObject([{ id: 'fine', transport: { oauth: { clientId: 'me' } } }]);
  expect(problems).toEqual([
    { name: 'program', problem: '"oauth" is for servers with a "url"' },
    { name: 'both', problem: '"oauth" and an "Authorization" header exclude each other' },
  ]);
  expect(warnings).toEqual(['The server "fine" has unknown keys: oauth.authorizationUrl.']);
});
