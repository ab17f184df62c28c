// Guards requests to authorization servers. An MCP server names their addresses, so this limits where it can send us or the
// user's browser, and the time and size of each response.
import { lookup as lookUp } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { limits, SallyportError } from '@sallyport/protocol';
import { boundedFetch } from '../bounded-fetch.ts';

/** Resolves a host name to its addresses. */
export type Lookup = (host: string) => Promise<readonly string[]>;

export type GuardedFetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

export interface Guard {
  readonly fetch: GuardedFetch;
  /** Throws when the user's browser must not be sent there. */
  checkPage(url: URL): Promise<void>;
}

export interface GuardOptions {
  /** The server in the user's config: addresses no closer to us than its own are allowed. */
  readonly server: URL;
  readonly lookup?: Lookup;
  readonly fetch?: typeof fetch;
}

/** From far to near. */
const distances = ['public', 'private', 'loopback'] as const;
type Distance = (typeof distances)[number];

export function openGuard({ server, lookup = addressesOf, ...options }: GuardOptions): Guard {
  const bounded = options.fetch ?? boundedFetch({ onOversized: () => {} }, limits.signIn.answerMaxBytes);
  let known: Promise<Distance> | undefined;
  const check = async (url: URL) => {
    known ??= distanceOf(server.hostname, lookup);
    const distance = await distanceOf(url.hostname, lookup);
    // Otherwise others on the network could read or change it.
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && distance === 'loopback')) {
      throw refused(url, 'it does not use https');
    }
    if (distances.indexOf(distance) > distances.indexOf(await known)) {
      throw refused(url, `that is a ${distance} address and the server's own is not`);
    }
  };
  return {
    checkPage: check,
    async fetch(input, init) {
      const url = new URL(input);
      if (url.origin !== server.origin) await check(url);
      // The SDK follows redirects within the origin through this function.
      return bounded(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(limits.signIn.requestMs) });
    },
  };
}

/** Of several addresses the nearest counts, because we do not choose which one is used. */
async function distanceOf(hostname: string, lookup: Lookup): Promise<Distance> {
  const known = distanceOfLiteral(hostname);
  if (known !== undefined) return known;
  const found = (await lookup(hostname)).map((address) => distanceOfLiteral(address) ?? 'public');
  return found.reduce((a, b) => (distances.indexOf(a) > distances.indexOf(b) ? a : b), 'public');
}

function distanceOfLiteral(hostname: string): Distance | undefined {
  // Without an IPv6 zone.
  const host = hostname.replace(/^\[|(%.*)?\]?$/g, '').toLowerCase();
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback';
  const version = isIP(host);
  if (version === 0) return undefined;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (loopback().check(host, family)) return 'loopback';
  const carried = version === 6 ? embeddedIpv4(host) : undefined;
  if (carried !== undefined) return distanceOfLiteral(carried);
  return near().check(host, family) ? 'private' : 'public';
}

/** The IPv4 address embedded in an IPv6 one: NAT64, 6to4, and the compatible form. */
function embeddedIpv4(host: string): string | undefined {
  const groups = groupsOf(host);
  const start = groups.join(':');
  const at =
    start.startsWith('64:ff9b:0:0:0:0:') || start.startsWith('0:0:0:0:0:0:') ? 6 : groups[0] === '2002' ? 1 : -1;
  if (at === -1 || start === UNSPECIFIED) return undefined;
  const bytes = groups.slice(at, at + 2).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.join('.');
}

const UNSPECIFIED = '0:0:0:0:0:0:0:0';

/** The eight groups of an address; the URL parser writes a dotted end as hexadecimal. */
function groupsOf(host: string): readonly string[] {
  const [head = '', tail] = new URL(`http://[${host}]/`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail ?? ''].map((text) => (text === '' ? [] : text.split(':')));
  const missing = tail === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0);
  return [...(before ?? []), ...Array<string>(missing).fill('0'), ...(after ?? [])];
}

function loopback(): BlockList {
  return listOf([['127.0.0.0', 8]], [['::1', 128]]);
}

/** Private, link-local, shared, unspecified, reserved for protocols, tests and benchmarks, and multicast. */
function near(): BlockList {
  return listOf(
    [
      ['0.0.0.0', 8],
      ['10.0.0.0', 8],
      ['100.64.0.0', 10],
      ['169.254.0.0', 16],
      ['172.16.0.0', 12],
      ['192.0.0.0', 24],
      ['192.0.2.0', 24],
      ['192.88.99.0', 24],
      ['192.168.0.0', 16],
      ['198.18.0.0', 15],
      ['198.51.100.0', 24],
      ['203.0.113.0', 24],
      ['224.0.0.0', 3],
    ],
    [
      ['::', 128],
      ['64:ff9b:1::', 48],
      ['100::', 64],
      // Teredo, benchmarks and documentation among others.
      ['2001::', 23],
      ['2001:db8::', 32],
      ['fc00::', 7],
      ['fe80::', 10],
      ['fec0::', 10],
      ['ff00::', 8],
    ],
  );
}

type Range = readonly [net: string, prefix: number];

function listOf(ipv4: readonly Range[], ipv6: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of ipv4) list.addSubnet(net, prefix, 'ipv4');
  for (const [net, prefix] of ipv6) list.addSubnet(net, prefix, 'ipv6');
  return list;
}

async function addressesOf(host: string): Promise<readonly string[]> {
  return (await lookUp(host, { all: true })).map(({ address }) => address);
}

function refused({ protocol, host }: URL, why: string): SallyportError {
  const address = `${protocol}//${host}`;
  return new SallyportError('ERR_PERMISSION_DENIED', `The server redirects to ${address} to sign in, but ${why}.`, {
    hint: 'Nothing was sent there. Ask the server\'s operator, or add an "Authorization" header to its entry.',
    data: { outcome: 'not_run' },
  });
}
