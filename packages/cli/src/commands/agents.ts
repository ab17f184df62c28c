// sallyport agents: lists, adds, rotates and revokes keys, and sets families of tools.
import type { KnownAgent, Minted } from '@sallyport/gateway';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { describeHttpAddress, findHttpAddress, type HttpAddress } from '../gateway/http-address.ts';
import { type FamilyFlags, runFamilies } from './agent-families.ts';
import { openAgentStore } from './agent-store.ts';
import { subcommand } from './options.ts';

export function define(command: Command, frame: () => CommandFrame): void {
  const sub = (name: string, summary: string) =>
    subcommand(command, name, summary).option('--json', 'print JSON instead of text');
  // The frame reads --json from the parent command.
  const framed = (own: Command) => {
    if (own.opts().json === true) command.setOptionValue('json', true);
    return frame();
  };
  const showKey = async ({ agent, key }: Minted, run: CommandFrame) => {
    const http = await findHttpAddress(run);
    run.output.result({ agent: shown(agent), key, http }, () => howToUse(agent.name, key, http));
  };
  sub('list', 'show which agents have a key').action((_, own: Command) => runList(framed(own)));
  sub('add', 'create a key for an agent and print it once')
    .argument('<name>', 'name shown in the journal and in questions to you')
    .action((name: string, _, own: Command) => {
      const run = framed(own);
      return showKey(openAgentStore(run).add(name), run);
    });
  sub('rotate', 'replace the key of an agent; the old one stops working now')
    .argument('<name>', 'agent name or id')
    .action((name: string, _, own: Command) => {
      const run = framed(own);
      return showKey(openAgentStore(run).rotate(name), run);
    });
  sub('families', 'show or change which families (groups of tools) an agent is offered')
    .argument('<name>', 'agent name or id')
    .option('--on <family...>', 'offer these families too')
    .option('--off <family...>', 'stop offering these families')
    .option('--only <family...>', 'offer only these families')
    .option('--reset', 'use the families in config.json again')
    .action((name: string, flags: FamilyFlags, own: Command) => runFamilies(name, flags, framed(own)));
  sub('revoke', 'revoke the key of an agent now')
    .argument('<name>', 'agent name or id')
    .action((name: string, _, own: Command) => {
      const run = framed(own);
      const agent = shown(openAgentStore(run).revoke(name));
      run.output.result({ revoked: agent }, () => `Revoked the key of ${agent.name}.`);
    });
  command.action(() => runList(frame()));
}

function runList({ output, ...context }: CommandFrame): void {
  const agents = openAgentStore(context).list().map(shown);
  output.result({ agents }, () => describe(agents));
}

function shown({ keyHash: _, ...agent }: KnownAgent): Omit<KnownAgent, 'keyHash'> {
  return agent;
}

function describe(agents: readonly Omit<KnownAgent, 'keyHash'>[]): string {
  if (agents.length === 0) return 'No agent has a key. Create one with "sallyport agents add NAME".';
  const width = Math.max(...agents.map(({ name }) => name.length));
  return agents
    .map(({ name, createdAt, families }) => {
      const has = families === undefined ? '' : `  families: ${families.join(', ') || 'none'}`;
      return `${name.padEnd(width)}  since ${createdAt.slice(0, 10)}${has}`;
    })
    .join('\n');
}

function howToUse(name: string, key: string, http: HttpAddress): string {
  return [
    `The key of ${name}, shown only once:`,
    `  ${key}`,
    'Over stdio, in the environment of "sallyport mcp":',
    `  SALLYPORT_KEY=${key}`,
    describeHttpAddress(http),
    `  Authorization: Bearer ${key}`,
  ].join('\n');
}
