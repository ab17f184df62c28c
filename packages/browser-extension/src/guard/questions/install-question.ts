// Whether an MCP server that a link on a page describes is added. The gateway writes it into the user's config.
import type { LinkedServer } from '../../base/install-link.ts';
import type { PanelInstall } from '../../base/panel-state.ts';
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
      request: 'has a link that adds a server',
      about: origin,
      meaning: 'Agents and pages can use its tools by your rules. You can remove it with “sallyport servers remove”.',
      install: { ...partsOf(origin), ...facts, isTaken },
      answers: isTaken
        ? [{ text: 'Close', decision: 'deny', lasting: 'once', look: '' }]
        : [
            { text: 'Add server', decision: 'allow', lasting: 'always', look: warned ? '' : 'main' },
            { text: 'Do not add', decision: 'deny', lasting: 'once', look: '' },
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
      effects: [`Sends what agents ask its tools to ${new URL(entry.url).host}, and shows them what that answers.`],
      warnings: [],
    };
  }
  const { command, args, env } = entry;
  return {
    server: name,
    words: [command, ...args],
    pairs: pairsOf(env),
    blanks,
    effects: ['Runs this program on your computer as you: it can read and change your files and use the network.'],
    warnings: [...warningsOf(command, args), ...warningsOfEnv(Object.keys(env))],
  };
}

/** Programs that fetch what they run. */
const fetchers = ['npx', 'bunx', 'pnpx', 'uvx', 'npm', 'pnpm', 'yarn', 'pipx', 'uv', 'docker', 'podman', 'deno', 'go'];
const shells = ['sh', 'bash', 'zsh', 'fish', 'dash', 'cmd', 'powershell', 'pwsh', 'wscript', 'osascript'];
const interpreters = ['node', 'python', 'python3', 'perl', 'ruby', 'php', 'bun'];

function warningsOf(command: string, args: readonly string[]): readonly string[] {
  const program = (command.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(exe|cmd|bat|ps1)$/, '');
  const isInline = args.some((arg) => /^-(c|e|-eval|-command|encodedcommand)$/i.test(arg));
  return [
    ...(fetchers.includes(program) ? ['Downloads and runs code from the internet each time it starts.'] : []),
    ...(shells.includes(program) ? ['Runs a command of a shell, which can do several things at once.'] : []),
    ...(interpreters.includes(program) && isInline ? ['Runs a program that the link itself contains.'] : []),
  ];
}

const LOADING =
  /^(PATH|NODE_OPTIONS|NODE_PATH|PYTHONPATH|PYTHONSTARTUP|LD_.*|DYLD_.*|BASH_ENV|PERL5.*|RUBY.*|GIT_.*)$/i;

function warningsOfEnv(names: readonly string[]): readonly string[] {
  const found = names.filter((name) => LOADING.test(name));
  return found.length === 0 ? [] : [`Changes how programs are found and loaded: ${found.join(', ')}.`];
}

const SECRET = /key|token|secret|pass|auth|credential|cookie/i;

/** Whoever looks over the user's shoulder does not get a secret; its beginning is enough to recognise it. */
function pairsOf(pairs: Readonly<Record<string, string>>): PanelInstall['pairs'] {
  return Object.entries(pairs).map(([name, value]) => ({
    name,
    value: SECRET.test(name) && value !== '' ? `${value.slice(0, 2)}•••••• (${value.length} characters)` : value,
  }));
}
