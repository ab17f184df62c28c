// The ssh commands of a remote host: its set-up, its link, and its removal. No argument holds a secret.
import type { Remote } from '../store/remote-store.ts';

/** Printed by the link's script when agents of the host can connect. */
export const READY = 'sallyport-link-ready';
/** Exit codes of the scripts. */
export const scriptExits = { noFolder: 73, noSocket: 74 } as const;
const { noFolder, noSocket } = scriptExits;

const CONNECT_S = 15;
/** A cut is noticed after twice this time. */
const ALIVE_S = 10;

/** A connection of our own: not multiplexed into the user's, whose end would not be ours, and without their forwardings of agent and X11. */
const OWN_CONNECTION = [
  '-T',
  '-o',
  'ControlMaster=no',
  '-o',
  'ControlPath=none',
  '-o',
  'ForwardAgent=no',
  '-o',
  'ForwardX11=no',
  '-o',
  `ConnectTimeout=${CONNECT_S}`,
  '-o',
  `ServerAliveInterval=${ALIVE_S}`,
  '-o',
  'ServerAliveCountMax=2',
] as const;

export type LinkedRemote = Pick<Remote, 'id' | 'host' | 'folder'>;

/**
 * Forwards a socket of the host to ours while it runs. Stdin: the record as one line, then nothing until it is to end. sshd does
 * not remove the socket of a lost connection unless its own config says so, so each link has a socket of a new name.
 */
export function linkArguments({ id, host, folder }: LinkedRemote, local: string, socket: string): string[] {
  const script = [
    'umask 077',
    `cd "${folder}" || exit ${noFolder}`,
    `test -S ${socket} || exit ${noSocket}`,
    `chmod 600 ${socket}`,
    'IFS= read -r record',
    `printf "%s\\n" "$record" > ${id}.json.new`,
    `mv -f ${id}.json.new ${id}.json`,
    `for old in ${socketPrefix(id)}*.sock; do test "$old" = ${socket} || rm -f "$old"; done`,
    `echo ${READY}`,
    'cat > /dev/null',
    `rm -f ${socket}`,
  ].join('; ');
  const forward = ['-o', 'BatchMode=yes', '-R', `${folder}/${socket}:${local}`];
  return [...OWN_CONNECTION, ...forward, '--', host, inShell(script)];
}

export function socketPrefix(id: string): string {
  return `${id.slice(0, 8)}-`;
}

/** Prints the folder for our files there, which it creates, and where Node is. Asks the user for what ssh asks for. */
export function probeArguments(host: string): string[] {
  const script = [
    'umask 077',
    'base="$SALLYPORT_HOME"',
    'if test -z "$base"; then case "$(uname)" in Darwin) base="$HOME/Library/Application Support/Sallyport";; *) base="$HOME/.config/sallyport";; esac; fi',
    'mkdir -p "$base/data/remote" && chmod 700 "$base/data" "$base/data/remote" && cd "$base/data/remote" || exit 1',
    'echo "sallyport-folder $(pwd -P)"',
    'echo "sallyport-node $(command -v node)"',
    'echo "sallyport-version $(node --version)"',
  ].join('; ');
  return [...OWN_CONNECTION, '--', host, inShell(script)];
}

/** Stdin: the key as one line, then the bundle of the shim. */
export function setUpArguments({ id, host, folder }: LinkedRemote): string[] {
  const script = [
    'umask 077',
    `cd "${folder}" || exit ${noFolder}`,
    'IFS= read -r key',
    `printf "%s\\n" "$key" > ${id}.key.new`,
    `cat > mcp-shim.cjs.${id}`,
    `mv -f mcp-shim.cjs.${id} mcp-shim.cjs`,
    `mv -f ${id}.key.new ${id}.key`,
  ].join(' && ');
  return [...OWN_CONNECTION, '--', host, inShell(script)];
}

/** Removes our files, and the shim when no other computer uses it. */
export function removalArguments({ id, host, folder }: LinkedRemote): string[] {
  const script = [
    `cd "${folder}" || exit 0`,
    `rm -f ${id}.key ${id}.json ${socketPrefix(id)}*.sock`,
    'ls *.key > /dev/null 2>&1 || { rm -f mcp-shim.cjs; cd ..; rmdir remote; }',
  ].join('; ');
  return [...OWN_CONNECTION, '-o', 'BatchMode=yes', '--', host, inShell(script)];
}

/** The login shell of the account may be any; the scripts have no single quotes. */
function inShell(script: string): string {
  return `exec sh -c '${script}'`;
}
