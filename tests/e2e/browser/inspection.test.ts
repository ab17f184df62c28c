// What the developer tools show of a page: source positions, responses, timing, HAR files and downloads.
import { describe } from 'vitest';
import { mappedPages, mappedSuite } from './mapped.suite.ts';
import { openScene } from './scene.ts';

describe.each(['chromium', 'quiet', 'firefox'] as const)('inspecting a page in %s', (hands) => {
  const scene = openScene(hands, { pages: mappedPages });
  mappedSuite(scene);
});
