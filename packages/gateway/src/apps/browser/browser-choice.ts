// The tool by which an agent sees several browsers and says which one is its own. With one browser there is no choice.
import { SallyportError } from '@sallyport/protocol';
import { choiceTool } from '../choice.ts';

export const BROWSERS_TOOL = 'browsers';

export const browsersTool = choiceTool(
  {
    name: BROWSERS_TOOL,
    title: 'Browsers',
    description:
      'Lists the connected browsers and says which one you work in. With choose you work in that one from now on; tabs that you ' +
      'have elsewhere stay there.',
  },
  'The name of a browser, as the list has it.',
);

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
