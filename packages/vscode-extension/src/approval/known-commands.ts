// The commands that a remembered rule may cover: options and operands that run and write nothing else.

/**
 * What an operand may be.
 * - `files`: a relative path without `..`, or a git name.
 * - `sources`: such a path outside `node_modules` and hidden folders, for programs that run their files.
 * - `names`: the name of a remote, package, container or test.
 * - `pattern`: first any text, then files.
 * - `text`: anything.
 */
export type Operands = 'none' | 'files' | 'sources' | 'names' | 'pattern' | 'text';

export interface KnownCommand {
  /**
   * All covered options, in full. `--depth=` takes a value, `--grep=text` any text, and `-#` is a number such as `-20`. Other and
   * abbreviated options are not covered.
   */
  readonly options: readonly string[];
  readonly operands: Operands;
  /** The next word, a script name, is part of the rule. */
  readonly isNamed?: boolean;
}

/** To add a program, leave out options that take a program, a config or an output path. */
const table: readonly (readonly [words: string, options: string, operands: Operands, isNamed?: 'named'])[] = [
  ['pwd', '-L -P', 'none'],
  ['whoami', '', 'none'],
  ['echo', '-n', 'text'],
  ['which', '-a', 'names'],
  ['basename', '', 'text'],
  ['dirname', '', 'text'],
  [
    'ls',
    '-a -A -l -h -1 -r -t -S -R -F -d -p -i -s --all --almost-all --recursive --reverse --color --color=',
    'files',
  ],
  ['tree', '-a -d -L=', 'files'],
  ['cat', '-n -b -A -e -s -t -v', 'files'],
  ['head', '-# -q -v -n= -c= --lines= --bytes=', 'files'],
  ['tail', '-# -q -v -n= -c= --lines= --bytes=', 'files'],
  ['wc', '-l -w -c -m -L --lines --words --bytes --chars', 'files'],
  ['file', '-b -i --brief --mime', 'files'],
  ['stat', '', 'files'],
  ['du', '-h -s -a -c -d= --max-depth=', 'files'],
  ['df', '-h', 'none'],
  ['diff', '-u -r -q -w -b -i -y -N --brief --unified --recursive --color', 'files'],
  ['cmp', '-s -l -b', 'files'],
  ['cut', '-d=text -f= -c= -b= -s', 'files'],
  ['sort', '-n -r -u -f -h -V -k= -t=text', 'files'],
  ['uniq', '-c -d -u -i', 'none'],
  ['tr', '-d -s -c', 'text'],
  [
    'grep',
    '-n -i -r -l -L -c -v -w -x -o -E -F -P -H -h -q -s -m= -A= -B= -C= --include= --exclude= --color',
    'pattern',
  ],
  ['rg', '-n -i -l -c -v -w -x -o -F -S -U -A= -B= -C= -g= -t= -T= -m= --glob= --type= --hidden --count', 'pattern'],

  ['git status', '-s -b -v --short --branch --porcelain --long --ignored --show-stash', 'files'],
  [
    'git log',
    `-# -n= -p -s --max-count= --since=text --until=text --author=text --grep=text --format=text --pretty=text \
--oneline --graph --all --decorate --stat --shortstat --name-only --name-status --follow --merges --no-merges --reverse \
--first-parent --patch --abbrev-commit --no-color --date=`,
    'files',
  ],
  [
    'git show',
    `-p -s --oneline --stat --shortstat --name-only --name-status --format=text --pretty=text --patch --no-patch \
--abbrev-commit --no-color`,
    'files',
  ],
  [
    'git diff',
    `-p -u -w -b -U= --stat --shortstat --numstat --cached --staged --name-only --name-status --summary --check \
--word-diff --unified= --no-color --no-ext-diff --no-textconv --ignore-all-space`,
    'files',
  ],
  ['git grep', '-n -i -l -c -v -w -E -F -P -I --cached --count --name-only --line-number --ignore-case', 'pattern'],
  ['git blame', '-w -s -e -L=', 'files'],
  ['git branch', '-a -r -v --all --remotes --list --show-current', 'none'],
  ['git tag', '-l -n --list', 'none'],
  ['git remote', '-v --verbose', 'none'],
  ['git stash list', '', 'none'],
  ['git describe', '--tags --always --dirty --abbrev=', 'files'],
  ['git rev-parse', '-q --show-toplevel --abbrev-ref --short --verify --git-dir --is-inside-work-tree', 'files'],
  ['git ls-files', '-c -d -m -o -s --cached --deleted --modified --others --exclude-standard', 'files'],
  ['git ls-remote', '-q --heads --tags --refs', 'names'],
  ['git shortlog', '-s -n -e', 'files'],
  ['git add', '-A -u -n -v --all --update --dry-run', 'files'],
  ['git commit', '-a -q -m=text --all --quiet --message=text', 'none'],
  ['git fetch', '-p -q -v -t --all --prune --tags --quiet --dry-run', 'names'],
  ['git pull', '-q --ff-only --quiet', 'none'],

  ['npm test', '-s --silent', 'none'],
  ['npm run', '-s --silent', 'none', 'named'],
  ['npm ls', '-a -l --all --json --depth=', 'names'],
  ['npm outdated', '--json', 'names'],
  ['pnpm test', '-s --silent', 'none'],
  ['pnpm run', '-s --silent', 'none', 'named'],
  ['yarn test', '-s --silent', 'none'],
  ['yarn run', '-s --silent', 'none', 'named'],
  ['tsc', '-b -v -p=files --noEmit --build --pretty --version --project=files', 'none'],
  ['eslint', '--quiet --max-warnings= --ext=', 'sources'],
  ['pytest', '-q -v -x -s -l -k=text -m=text --lf --ff --tb= --maxfail= --collect-only', 'sources'],
  ['ruff check', '-q --quiet --statistics', 'sources'],
  [
    'cargo build',
    '-v -q -p= --release --workspace --all-targets --all-features --locked --offline --package= --features=',
    'none',
  ],
  [
    'cargo check',
    '-v -q -p= --release --workspace --all-targets --all-features --locked --offline --package= --features=',
    'none',
  ],
  [
    'cargo clippy',
    '-v -q -p= --release --workspace --all-targets --all-features --locked --offline --package=',
    'none',
  ],
  [
    'cargo test',
    '-v -q -p= --release --workspace --all-features --locked --offline --no-run --lib --package= --test=',
    'names',
  ],
  ['cargo fmt', '-v -q --all --check', 'none'],
  ['cargo tree', '-p= -i= --depth=', 'none'],
  ['go build', '-v -race', 'sources'],
  ['go vet', '-v', 'sources'],
  ['go list', '-m -json', 'sources'],
  ['go test', '-v -race -short -cover -failfast -count= -run=text -bench=text -timeout=', 'sources'],
  ['go env', '', 'names'],
  ['go version', '', 'none'],
  ['dotnet build', '-c= -v= --configuration= --verbosity= --no-restore --nologo', 'none'],
  ['dotnet test', '-c= -v= --configuration= --verbosity= --no-restore --no-build --nologo', 'none'],

  ['docker ps', '-a -q --all --quiet', 'none'],
  ['docker images', '-a -q --all --quiet', 'none'],
  ['docker logs', '-n= -t --tail= --timestamps', 'names'],
  ['docker compose ps', '-a -q --all --quiet', 'none'],
  ['gh pr list', '-L= -s= --limit= --state=', 'none'],
  ['gh pr view', '-c --comments', 'names'],
  ['gh issue list', '-L= -s= --limit= --state=', 'none'],
  ['gh issue view', '-c --comments', 'names'],
  ['gh run list', '-L= --limit=', 'none'],
  ['pip list', '', 'none'],
  ['pip show', '', 'names'],
  ['uv pip list', '', 'none'],
];

export const knownCommands: ReadonlyMap<string, KnownCommand> = new Map(
  table.map(([words, options, operands, isNamed]) => [
    words,
    { options: options.split(/\s+/).filter(Boolean), operands, isNamed: isNamed === 'named' },
  ]),
);

/** The number of words of the longest name. */
export const longestNameWords = Math.max(...[...knownCommands.keys()].map((name) => name.split(' ').length));
