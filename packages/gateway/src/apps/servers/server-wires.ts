// From a server's entry to the wire that reaches it, with its references resolved and its start failures explained.
import { SallyportError } from '@sallyport/protocol';
import type { ProgramSpec, ServerSpec } from '../../store/server-spec.ts';
import type { PidJournal } from './pid-journal.ts';
import { type Environment, environmentFor, resolveText } from './references.ts';
import { stdioWire } from './stdio-wire.ts';
import type { OpenWire } from './wire.ts';

export interface ServerWiresOptions {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly createMarker: () => string;
  readonly pids: PidJournal;
}

export function createServerWires(options: ServerWiresOptions): (spec: ServerSpec) => OpenWire {
  return ({ transport }) => {
    if (transport.kind === 'stdio') return programWire(transport, options);
    return async () => {
      throw new SallyportError('ERR_SERVER_UNAVAILABLE', 'Not yet.');
    };
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
      onStderr: () => {},
    });
    return open(listener, signal);
  };
}
