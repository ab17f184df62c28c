// sallyport mcp: what an agent starts; it finds or starts the gateway and carries the agent's lines to it.
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createId } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { GATEWAY_BUNDLE } from '../install/wanted.ts';
import { reachGateway } from '../gateway/reach.ts';
import { runShim } from '../shim/shim.ts';
