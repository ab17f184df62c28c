// What the developer tools show of a page: source positions, responses, times, HAR files and downloads.
import { describe } from 'vitest';
import { downloadSuite } from './downloads.suite.ts';
import { drivers } from './engines.ts';
import { mappedPages, mappedSuite } from './mapped.suite.ts';
import { responsePages, responseSuite } from './responses.suite.ts';
import { openScene } from './scene.ts';

describe.each(drivers)('inspecting a page in %s', (hands) => {
  const scene = openScene(hands, { pages: { ...mappedPages, ...responsePages } });
  mappedSuite(scene);
  responseSuite(scene);
  downloadSuite(scene);
});
