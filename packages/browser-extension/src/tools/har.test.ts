import { isRecord } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import type { RequestFacts } from '../base/facts.ts';
import { harOf } from './har.ts';

const request: RequestFacts = {
  ...{ ref: 'r1', method: 'POST', url: 'https://shop.example/a?q=1&token=[redacted]', type: 'xmlhttprequest' },
  ...{ startedAtMs: 1_700_000_000_000, sentMs: 5, answeredMs: 25, durationMs: 30 },
  ...{ status: 201, statusLine: 'HTTP/1.1 201 Very Created' },
  requestHeaders: [{ name: 'Content-Type', value: 'text/plain' }],
  responseHeaders: [
    { name: 'content-type', value: 'application/json' },
    { name: 'Content-Length', value: '7' },
  ],
  requestBody: 'hello',
};

function entry(...given: Parameters<typeof harOf>): Record<string, unknown> {
  const parsed: unknown = JSON.parse(harOf(...given));
  const log = isRecord(parsed) && isRecord(parsed.log) ? parsed.log : {};
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'Sallyport', version: expect.any(String) } });
  const [first]: unknown[] = Array.isArray(log.entries) ? log.entries : [];
  return isRecord(first) ? first : {};
}

describe('a HAR file', () => {
  it('has the fields of version 1.2, with times that add up', () => {
    expect(entry([{ request, response: { text: '{"a":1}', omittedChars: 0 } }])).toEqual({
      startedDateTime: '2023-11-14T22:13:20.000Z',
      time: 30,
      request: {
        ...{ method: 'POST', url: request.url, httpVersion: 'HTTP/1.1', cookies: [] },
        headers: [{ name: 'Content-Type', value: 'text/plain' }],
        queryString: [
          { name: 'q', value: '1' },
          { name: 'token', value: '[redacted]' },
        ],
        postData: { mimeType: 'text/plain', params: [], text: 'hello' },
        ...{ headersSize: -1, bodySize: -1 },
      },
      response: {
        ...{ status: 201, statusText: 'Very Created', httpVersion: 'HTTP/1.1', cookies: [], redirectURL: '' },
        headers: request.responseHeaders,
        content: { size: 7, mimeType: 'application/json', text: '{"a":1}' },
        ...{ headersSize: -1, bodySize: -1 },
      },
      cache: {},
      timings: { blocked: 5, dns: -1, connect: -1, ssl: -1, send: 0, wait: 20, receive: 5 },
      _resourceType: 'xmlhttprequest',
    });
  });

  it('has failed, open and closed requests too', () => {
    const bare = { requestHeaders: [], responseHeaders: [], requestBody: undefined, statusLine: undefined };
    const failed = { ...request, ...bare, status: undefined, answeredMs: undefined, error: 'net::ERR_FAILED' };
    expect(entry([{ request: failed, response: { missing: 'gone' } }])).toMatchObject({
      time: 30,
      response: { status: 0, statusText: '', content: { size: -1, mimeType: '' }, _error: 'net::ERR_FAILED' },
      timings: { blocked: 5, send: 0, wait: 25, receive: 0 },
    });
    const { durationMs: _, ...open } = { ...request, ...bare, isClosed: true };
    const found = entry([{ request: open, response: { missing: 'closed' } }]);
    expect(found).toMatchObject({ time: 0, comment: 'Headers and bodies of a closed site are left out.' });
    expect(found.response).not.toHaveProperty('content.text');
  });
});
