// What an agent pays for our tools: the default list in tokens, and long results as files.
import { readFileSync } from 'node:fs';
import { toolTokens } from '@sallyport/protocol';
import { declarationOf } from '@sallyport/protocol/tool';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { expect, it } from 'vitest';
import { browserDeclarations } from '../../../packages/browser-extension/src/tools/all.ts';
import { batchTool } from '../../../packages/gateway/src/apps/browser/batch-tool.ts';
import { familiesTool } from '../../../packages/gateway/src/apps/browser/families-tool.ts';
import { secretsTool } from '../../../packages/gateway/src/apps/browser/secrets-tool.ts';
import { editorTools } from '../../../packages/vscode-extension/src/tools/all.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';

const LIST_MAX_TOKENS = 3300;
const EDITOR_LIST_MAX_TOKENS = 2850;
/** One for all tests: reading its ranks takes a second. */
const tokens = new Tiktoken(o200k);

it("the browser's tools cost at most 3,300 tokens of an agent's context", async () => {
  const world = openGatewayWorld();
  await world.openHost({ tools: browserDeclarations() });
  const { client } = await world.openAgent('modern');
  const { tools } = await client.listTools();
  // Without families on demand; the gateway adds batch and families.
  const core = browserDeclarations().filter(({ family }) => family === undefined);
  expect(tools.length).toBe(core.length + 2);
  const names = tools.map(({ name }) => name);
  expect(names).toEqual([...names].sort());
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint !== undefined)).toBe(true);
  const priced = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const count = tokens.encode(JSON.stringify(priced)).length;
  process.stdout.write(`\nThe default list: ${tools.length} tools, ${count} tokens (o200k).\n`);
  expect(count).toBeLessThanOrEqual(LIST_MAX_TOKENS);
});

it('the price that agents and users are shown is within a tenth of what it is', () => {
  const ours = [familiesTool, secretsTool, batchTool, ...browserDeclarations(), ...editorTools.map(declarationOf)];
  const shown = ours.reduce((sum, tool) => sum + toolTokens(tool), 0);
  const real = ours.reduce((sum, { name, description, inputSchema }) => {
    return sum + tokens.encode(JSON.stringify({ name, description, inputSchema })).length;
  }, 0);
  expect(Math.abs(shown / real - 1)).toBeLessThan(0.1);
});

it("the editor's tools cost at most 2,850 tokens", () => {
  const priced = editorTools.map((tool) => {
    const { name, description, inputSchema } = declarationOf(tool);
    return { name, description, inputSchema };
  });
  expect(tokens.encode(JSON.stringify(priced)).length).toBeLessThanOrEqual(EDITOR_LIST_MAX_TOKENS);
});

it.each(['legacy', 'modern'] as const)(
  'in the %s era a result of megabytes comes as its beginning and the place of the rest',
  async (era) => {
    const world = openGatewayWorld();
    await world.openHost();
    const { client } = await world.openAgent(era);
    const { content } = await client.callTool({ name: 'browser__big' });
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    expect(text.length).toBeLessThan(10_000);
    const [path = ''] = /\/\S+\.txt/.exec(text) ?? [];
    expect(readFileSync(path, 'utf8')).toBe('ü'.repeat(3_000_000));
  },
);
