// The tool with which an agent lists the connected browsers and chooses one. It is offered when there are several.
import { SallyportError } from '@sallyport/protocol';
import { choiceTool } from '../choice.ts';

export const BROWSERS_TOOL = 'browsers';

export const browsersTool = choiceTool(
  {
    name: BROWSERS_TOOL,
    title: 'Browsers',
    description:
      'Lists the connected browsers and marks yours. With choose, your next calls go to that browser; your tabs elsewhere stay open.',
  },
  'A browser name from the list.',
);

export function noSuchBrowser(names: readonly string[]): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'No browser with this name is connected.', {
    hint: `Connected: ${names.join(', ')}.`,
    data: { browsers: names },
  });
}

export function chosenBrowserGone(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The browser that you chose is not connected.', {
    hint: 'Call again when it is back, or choose another with browser__browsers. The call has not run.',
    data: { outcome: 'not_run' },
  });
}

export function noBrowser(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'No browser with the Sallyport extension is connected.', {
    hint: 'Open that browser, or start one with "sallyport up". The call has not run.',
    data: { outcome: 'not_run' },
  });
}
