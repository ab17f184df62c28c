// Families of tools that are off until they are switched on, and what tools cost an agent.
import type { ToolDeclaration } from './app.ts';

/** Off for every agent until the user switches them on, or agrees when the agent asks. A server cannot have such an id. */
export const onDemandFamilies = ['capture', 'secrets', 'state', 'vision'] as const;

export function isOnDemand(family: string): boolean {
  return onDemandFamilies.some((known) => known === family);
}

/** Names, descriptions and schemas of our tools have 4 characters per token, in the vocabularies of current models. */
const CHARS_PER_TOKEN = 4;

/** About what a tool adds to an agent's context. */
export function toolTokens({ name, description, inputSchema }: Omit<ToolDeclaration, 'effect'>): number {
  return Math.ceil(JSON.stringify({ name, description, inputSchema }).length / CHARS_PER_TOKEN);
}
