// What the editor's tests find before each of them: the files of the workspace and the settings of the user.

export const fixtureSettings: Readonly<Record<string, unknown>> = {
  '[typescript]': { 'editor.formatOnSave': true },
  '[latex]': { 'files.encoding': 'iso88591' },
};

export const fixtures: Readonly<Record<string, string>> = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "esnext", "target": "es2022" } }\n',
  'greeting.ts': [
    "export const greeting = 'hello';",
    '',
    'export function greet(name: string): string {',
    '  return greeting + name;',
    '}',
    '',
    'export function part(name: string): string {',
    "  return 'bye ' + name;",
    '}',
    '',
  ].join('\n'),
  'notes.txt': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n',
  'diary.txt': 'Dear diary,\n',
};
