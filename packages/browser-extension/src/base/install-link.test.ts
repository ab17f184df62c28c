import { describe, expect, it } from 'vitest';
import { isInstallLink, parseInstallLink } from './install-link.ts';

const vscode = (config: object, scheme = 'vscode') =>
  `${scheme}:mcp/install?${encodeURIComponent(JSON.stringify(config))}`;
const cursor = (name: string, config: object) =>
  `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${encodeURIComponent(btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(config)))))}`;
const program = { command: 'npx', args: ['-y', '@scope/server@1.2.3'], env: { API_URL: 'https://a.example' } };

describe('an install link', () => {
  it('of VS Code, its Insiders and Cursor describes a program or an address', () => {
    const expected = { name: 'files', entry: program, blanks: [] };
    expect(parseInstallLink(vscode({ name: 'files', ...program }))).toEqual(expected);
    expect(parseInstallLink(vscode({ name: 'files', ...program }, 'vscode-insiders'))).toEqual(expected);
    expect(parseInstallLink(cursor('files', program))).toEqual(expected);
    expect(parseInstallLink(cursor('files', { files: program }))).toEqual(expected);
    const remote = { type: 'http', url: 'https://mcp.example/mcp', headers: { 'X-Team': 'ä' } };
    expect(parseInstallLink(vscode({ name: 'far', ...remote }))).toEqual({ name: 'far', entry: remote, blanks: [] });
    expect(parseInstallLink(cursor('far', { url: remote.url }))).toMatchObject({ entry: { url: remote.url } });
  });

  it.each([
    ['https:evil.example', 'https://evil.example/'],
    ['https://good.example\\@evil.example/x', 'https://good.example/@evil.example/x'],
    ['https://аpple.com/mcp', 'https://xn--pple-43d.com/mcp'],
    ['HTTPS://A.example:443/a/../mcp', 'https://a.example/mcp'],
  ])('to %s has the address as browsers write it', (url, expected) => {
    expect(parseInstallLink(vscode({ name: 'far', url }))).toMatchObject({ entry: { url: expected } });
  });

  it('with a whole line as its command is split as it is shown', () => {
    expect(parseInstallLink(cursor('pg', { command: 'npx -y server  postgresql://localhost/db' }))).toMatchObject({
      entry: { command: 'npx', args: ['-y', 'server', 'postgresql://localhost/db'] },
    });
  });

  it('leaves blank what only its own program would ask for', () => {
    const config = {
      name: 'a',
      command: 'x',
      env: { API_KEY: `\${input:key}`, REGION: 'eu' },
      inputs: [{ id: 'key' }],
    };
    expect(parseInstallLink(vscode(config))).toMatchObject({ entry: { env: { REGION: 'eu' } }, blanks: ['API_KEY'] });
  });

  it.each([
    ['another address', 'https://a.example/mcp/install?x'],
    ['a script', 'javascript:vscode:mcp/install?1'],
    ['another command of the editor', 'vscode:extension/install?x'],
  ])('is not %s', (_, link) => {
    expect(isInstallLink(link)).toBe(false);
    expect(typeof parseInstallLink(link)).toBe('string');
  });

  it.each([
    ['huge', vscode({ name: 'a', command: 'x', args: ['y'.repeat(9000)] })],
    ['without JSON', 'vscode:mcp/install?%7Bname'],
    ['with broken escapes', 'vscode:mcp/install?%E0%A4%A'],
    ['with broken Base64', 'cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=%%%'],
    ['with a list', vscode([1])],
    ['without a name', vscode({ command: 'x' })],
    ['with a look-alike name', vscode({ name: 'fіles', command: 'x' })],
    ['with a name of many signs', vscode({ name: 'a'.repeat(65), command: 'x' })],
    ['with a hidden sign in its program', vscode({ name: 'a', command: 'n\u200Bpx' })],
    ['with a turned text', vscode({ name: 'a', command: 'x', args: ['safe\u202Egnp.exe'] })],
    ['with a space that looks like a common one', vscode({ name: 'a', command: 'x', args: ['a\u00A0b'] })],
    ['with a sign that looks like a space', vscode({ name: 'a', command: 'x', args: ['a\u2800b'] })],
    ['with marks over other lines', vscode({ name: 'a', command: 'x', args: [`a${'\u0336'.repeat(20)}`] })],
    ['with a look-alike program', vscode({ name: 'a', command: 'nрx' })],
    ['with a script as its address', vscode({ name: 'a', url: 'javascript:alert(1)' })],
    ['with data as its address', vscode({ name: 'a', url: 'data:text/html,x' })],
    ['named like a property of all objects', vscode({ name: '__proto__', command: 'x' })],
    ['with lines in an argument', vscode({ name: 'a', command: 'x', args: ['a\nb'] })],
    ['with a control code in a value', vscode({ name: 'a', command: 'x', env: { A: '\u0007' } })],
    ['with a variable that is no name', vscode({ name: 'a', command: 'x', env: { 'A B': '1' } })],
    ['with arguments that are no texts', vscode({ name: 'a', command: 'x', args: [1] })],
    ['with very many arguments', vscode({ name: 'a', command: 'x', args: Array.from({ length: 65 }, () => 'y') })],
    ['that takes from the environment', vscode({ name: 'a', command: 'x', args: [`\${env:AWS_SECRET}`] })],
    ['whose address takes from it', vscode({ name: 'a', url: `https://a.example/?\${env:HOME}` })],
    ['with both', vscode({ name: 'a', command: 'x', url: 'https://a.example' })],
    ['with neither', vscode({ name: 'a' })],
    ['with plain http', vscode({ name: 'a', url: 'http://a.example' })],
    ['with a password in its address', vscode({ name: 'a', url: 'https://user:word@a.example' })],
    ['with a file', vscode({ name: 'a', url: 'file:///etc/passwd' })],
  ])('%s is refused with a reason', (_, link) => {
    expect(parseInstallLink(link)).toEqual(expect.stringMatching(/^The .*\.$/));
  });
});
