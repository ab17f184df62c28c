// The tool by which an agent sees several browsers and says which one is its own. With one browser there is no choice.
import { type JsonObject, SallyportError, type ToolDeclaration, type ToolResult } from '@sallyport/protocol';

export const CHOICE_TOOL = 'browsers';

export const choiceTool: ToolDeclaration = {
  name: CHOICE_TOOL,
  title: 'Browsers',
  description:
    'Lists the connected browsers and says which one you work in. With choose you work in that one from now on; tabs that you ' +
    'have elsewhere stay there.',
  inputSchema: {
    type: 'object',
    properties: { choose: { type: 'string', description: 'The name of a browser, as the list has it.' } },
    additionalProperties: false,
  },
  effect: 'read',
};

/** The wanted name, if one was named. Throws ERR_INPUT_INVALID on anything else. */
export function readChoice({ choose, ...unknown }: JsonObject): string | undefined {
  const [strange] = Object.keys(unknown);
  if (strange === undefined && (choose === undefined || typeof choose === 'string')) return choose;
  const what = strange === undefined ? 'choose must be a text' : `Unrecognized key: "${strange}"`;
  throw new SallyportError('ERR_INPUT_INVALID', `${CHOICE_TOOL}: ${what}`, {
    hint: 'It takes: choose.',
    data: { expected: ['choose'] },
  });
}

export function showBrowsers(names: readonly string[], yours: string | undefined): ToolResult {
  const browsers = names.map((name) => ({ name, yours: name === yours }));
  const lines = browsers.map((browser) => (browser.yours ? `${browser.name} (yours)` : browser.name));
  return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent: { browsers } };
}

export function noSuchBrowser(names: readonly string[]): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'No browser of this name is connected.', {
    hint: `There are: ${names.join(', ')}.`,
    data: { browsers: names },
  });
}

export function chosenIsAway(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The browser that you chose is not connected now.', {
    hint: 'Call again when it is back, or choose another with browser__browsers. The call has not run.',
    data: { outcome: 'not_run' },
  });
}
