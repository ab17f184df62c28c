// Creates the wire for a server's entry, with its references resolved.
import type { AddressSpec, ProgramSpec, ServerSpec } from '../../store/server-spec.ts';
import { httpWire } from './http-wire.ts';
import type { PidJournal } from './pid-journal.ts';
import { type Environment, environmentFor, resolveText, resolveTexts } from './references.ts';
import type { SignIns } from './sign-in/sign-ins.ts';
import { stdioWire } from './stdio-wire.ts';
import type { OpenWire } from './wire.ts';

export interface ServerWiresOptions {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly createMarker: () => string;
  readonly pids: PidJournal;
  readonly signIns: Pick<SignIns, 'of'>;
}

/** The wires to try, in this order: an entry with a URL but no transport may be either. */
export type WiresOf = (spec: ServerSpec) => readonly OpenWire[];

export function createServerWires(options: ServerWiresOptions): WiresOf {
  return (spec) => {
    const { transport } = spec;
    if (transport.kind === 'stdio') return [programWire(transport, options)];
    const kinds = transport.kind === 'any' ? (['http', 'sse'] as const) : [transport.kind];
    return kinds.map((kind) => addressWire(kind, transport, spec, options));
  };
}

function addressWire(kind: 'http' | 'sse', at: AddressSpec, spec: ServerSpec, options: ServerWiresOptions): OpenWire {
  const { env, signIns } = options;
  return async (listener, signal) => {
    const url = resolveText(at.url, env);
    const signIn = signIns.of(spec);
    const headers = resolveTexts(at.headers, env);
    return httpWire({ kind, url, headers, signIn })(listener, signal);
  };
}

function programWire(spec: ProgramSpec, { env, platform, createMarker, pids }: ServerWiresOptions): OpenWire {
  return async (listener, signal) => {
    const open = stdioWire({
      command: resolveText(spec.command, env),
      args: spec.args.map((arg) => resolveText(arg, env)),
      env: environmentFor(spec.env, env),
      ...(spec.cwd === undefined ? {} : { cwd: resolveText(spec.cwd, env) }),
      platform,
      createMarker,
      pids,
      mask: maskOf(spec, env),
    });
    return open(listener, signal);
  };
}

/** Values of the entry's own variables may be secrets, by reference or not. */
function maskOf(spec: ProgramSpec, env: Environment): (text: string) => string {
  const secrets = Object.values(resolveTexts(spec.env, env)).filter((value) => value.length >= SECRET_MIN_LENGTH);
  return (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}

/** Shorter values, such as 1 or true, are not secrets, and masking them would garble the text. */
const SECRET_MIN_LENGTH = 6;
