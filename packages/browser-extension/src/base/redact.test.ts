import { describe, expect, it } from 'vitest';
import { redactedBody, redactedHeader, redactedUrl } from './redact.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVP';

describe('what is kept of a request', () => {
  it.each([
    ['https://a.example/x?q=1#token=planted', 'https://a.example/x?q=1'],
    ['https://me:planted@a.example/', 'https://a.example/'],
    ['https://a.example/?access_token=planted&page=2', 'https://a.example/?access_token=[redacted]&page=2'],
    ['https://a.example/?X-Amz-Signature=planted', 'https://a.example/?X-Amz-Signature=[redacted]'],
    ['https://a.example/?client%5Fsecret=planted', 'https://a.example/?client%5Fsecret=[redacted]'],
    ['https://a.example/?code=planted&state=s', 'https://a.example/?code=[redacted]&state=s'],
    [`https://a.example/reset/${JWT}`, 'https://a.example/reset/[redacted]'],
    ['data:text/plain,planted', 'data:…'],
    ['https://a.example/?keyword=tea&country=de', 'https://a.example/?keyword=tea&country=de'],
  ])('has no secret of the address %s', (address, kept) => {
    expect(redactedUrl(address)).toBe(kept);
  });

  it.each([
    'Authorization',
    'cookie',
    'Set-Cookie',
    'X-Api-Key',
    'x-csrf-token',
    'X-Session-Id',
    'Proxy-Authorization',
  ])('has no value of the header %s', (name) => {
    expect(redactedHeader({ name, value: 'planted' })).toEqual({ name, value: '[redacted]' });
  });

  it('has other headers, without tokens in them', () => {
    expect(redactedHeader({ name: 'Accept', value: 'text/html' }).value).toBe('text/html');
    expect(redactedHeader({ name: 'Referer', value: 'https://a.example/?token=planted' }).value).not.toContain(
      'planted',
    );
    expect(redactedHeader({ name: 'X-Id', value: `id ${JWT}` }).value).toBe('id [redacted]');
  });

  it.each([
    ['{"user":"ada","password":"pl\\"anted"}', '{"user":"ada","password":"[redacted]"}'],
    ['{"a":{"refreshToken" : "planted"},"otp":123456}', '{"a":{"refreshToken" : "[redacted]"},"otp":"[redacted]"}'],
    ['{"password":"cut off here and planted', '{"password":"[redacted]"'],
    ['user=ada&pass%77ord=planted', 'user=ada&pass%77ord=[redacted]'],
    ['plain text', 'plain text'],
    ['{"tokens":["planted", "planted"],"list":[1]}', '{"tokens":"[redacted]","list":[1]}'],
    ["const apiKey = 'planted'; const author = read();", 'const apiKey = "[redacted]"; const author = read();'],
    ['<input type="password" data-x=">" value="planted">', '<input type="password" data-x=">" value="[redacted]">'],
    ["<INPUT name=pin value='planted'><p>Hi</p>", '<INPUT name=pin value="[redacted]"><p>Hi</p>'],
    ['{"a":"{\\"token\\":\\"planted\\",\\"b\\":1}"}', '{"a":"{\\"token\\":\\"[redacted]\\",\\"b\\":1}"}'],
    ['<input type=submit value="Send">', '<input type=submit value="Send">'],
    ['<meta name="csrf-token" content="planted">', '<meta name="csrf-token" content="[redacted]">'],
    ['<meta name="viewport" content="width=1">', '<meta name="viewport" content="width=1">'],
    ['said "so {"password":"planted"}', 'said "so {"password":"[redacted]"}'],
  ])('has no secret of the body %s', (body, kept) => {
    expect(redactedBody(body)).toBe(kept);
  });

  it.each(['\\', '\\"', '"', '"a', '<input "', 'a:', '[', "'\\"])('is found at once in a body of %j alone', (sign) => {
    const startedAt = performance.now();
    redactedBody(`x ${sign.repeat(250_000 / sign.length)}`);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it('has no token behind other words, and is found at once in an address full of beginnings of tokens', () => {
    expect(redactedUrl(`https://a.example/x-${JWT}?y=long-enough-word.${JWT}`)).toBe(
      'https://a.example/x-[redacted]?y=long-enough-word.[redacted]',
    );
    const startedAt = performance.now();
    for (const part of ['-eyJ', '.eyJ', '-eyJ.eyJ-']) redactedUrl(`https://a.example/?q=${part.repeat(50_000)}`);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
