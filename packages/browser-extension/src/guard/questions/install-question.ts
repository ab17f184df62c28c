// Whether an MCP server that a link on a page describes is added. The gateway writes it into the user's config.
import type { LinkedServer } from '../../base/install-link.ts';
import type { PanelInstall } from '../../base/panel-state.ts';
import { text } from '../../base/texts.ts';
import { partsOf } from './page-question.ts';
import type { QuestionKind } from './question.ts';

export const installQuestion: QuestionKind<'install'> = {
  key: ({ origin, tabId }) => [origin, tabId],
  describe: ({ server }) => `to add the server ${server.name}`,
  card({ origin, server, isTaken }) {
    const facts = shown(server);
    // What deserves a second thought has no button that stands out.
    const warned = facts.warnings.length > 0;
    return {
      request: text('installRequest'),
      about: origin,
      meaning: text('installMeaning'),
      install: { ...partsOf(origin), ...facts, isTaken },
      answers: isTaken
        ? [{ text: text('close'), decision: 'deny', lasting: 'once', look: '' }]
        : [
            { text: text('addServer'), decision: 'allow', lasting: 'always', look: warned ? '' : 'main' },
            { text: text('doNotAdd'), decision: 'deny', lasting: 'once', look: '' },
          ],
    };
  },
  decide: async () => undefined,
  verdict: () => 'ask',
};

type Shown = Pick<PanelInstall, 'server' | 'words' | 'pairs' | 'blanks' | 'effects' | 'warnings'>;

function shown({ name, entry, blanks }: LinkedServer): Shown {
  if ('url' in entry) {
    return {
      server: name,
      words: [entry.url],
      pairs: pairsOf(entry.headers),
      blanks,
      effects: [text('installSends', new URL(entry.url).host)],
      warnings: [],
    };
  }
  const { command, args, env } = entry;
  return {
    server: name,
    words: [command, ...args],
    pairs: pairsOf(env),
    blanks,
    effects: [text('installRuns')],
    warnings: [...warningsOf(command, args), ...warningsOfEnv(Object.keys(env))],
  };
}

/** Programs that fetch what they run. */
const fetchers = ['npx', 'bunx', 'pnpx', 'uvx', 'npm', 'pnpm', 'yarn', 'pipx', 'uv', 'docker', 'podman', 'deno', 'go'];
const shells = [
  ...['sh', 'bash', 'zsh', 'fish', 'dash', 'ash', 'ksh', 'csh', 'tcsh', 'cmd', 'powershell', 'pwsh'],
  ...['wscript', 'cscript', 'mshta', 'osascript', 'ssh', 'xargs', 'find', 'sudo'],
];
const interpreters = ['node', 'python', 'perl', 'ruby', 'php', 'bun', 'deno', 'lua', 'awk', 'gawk', 'tclsh'];

/** Programs that hand their arguments to another: all words count, since the one that runs may come later. */
function warningsOf(command: string, args: readonly string[]): readonly string[] {
  const programs = [command, ...args].map(programOf);
  const runs = (known: readonly string[]) => programs.some((program) => known.includes(program));
  const isInline = args.some((arg) => INLINE.test(arg));
  return [
    ...(runs(fetchers) ? [text('warnDownloads')] : []),
    ...(runs(shells) ? [text('warnShell')] : []),
    ...(runs(interpreters) && isInline ? [text('warnInline')] : []),
    ...(args.some((arg) => SHELL_SIGNS.test(arg)) ? [text('warnSigns')] : []),
    ...(args.some((arg) => /\P{ASCII}/u.test(arg)) ? [text('warnLetters')] : []),
  ];
}

/** Of `/bin/sh`, `sh.exe` and `docker.io/sh` alike. */
function programOf(word: string): string {
  const name = (word.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(exe|cmd|bat|ps1)$/, '');
  // As in python3.12 and perl5.
  return name.replace(/[\d.]+$/, '');
}

/** `-c`, `-e`, `-lc`, `-pe`, `/c`, `--eval=…`. */
const INLINE = /^(?:-[a-z]{0,3}[cepr]|\/[ck]|--?(?:eval|print|exec|run|command|encodedcommand)(?:=.*)?|eval)$/i;
const SHELL_SIGNS = /[|;<>`]|&&|\$\(/;

const LOADING = new RegExp(
  [
    '^(?:PATH|HOME|ENV|SHELL|EDITOR|VISUAL|PAGER|BROWSER|BASH_.*|LD_.*|DYLD_.*|NODE_.*|PYTHON.*|PERL.*|RUBY.*|JAVA_.*|GIT_.*',
    // Where a download comes from, and what is trusted there.
    'SSH_.*|NPM_.*|PNPM_.*|YARN_.*|BUN_.*|DENO_.*|UV_.*|PIP_.*|PIPX_.*|GO.*|DOCKER_.*|CARGO_.*|SSL_.*',
    '.*_PROXY|.*_COMMAND|.*ASKPASS|.*_OPTIONS)$',
  ].join('|'),
  'i',
);

function warningsOfEnv(names: readonly string[]): readonly string[] {
  const found = names.filter((name) => LOADING.test(name));
  return found.length === 0 ? [] : [text('warnLoading', found.join(', '))];
}

const SECRET = /key|token|secret|pass|auth|credential|cookie/i;

/** Whoever looks over the user's shoulder does not get a secret; its beginning is enough to recognise it. */
function pairsOf(pairs: Readonly<Record<string, string>>): PanelInstall['pairs'] {
  return Object.entries(pairs).map(([name, value]) => ({
    name,
    value:
      SECRET.test(name) && !LOADING.test(name) && value !== ''
        ? text('secretValue', value.slice(0, 2), value.length)
        : value,
  }));
}
