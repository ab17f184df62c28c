// Every tool on real pages, the same in both browsers. With Chromium's quiet hands the same suites run among the slow tests.
import { describe } from 'vitest';
import { badPageSuite } from './bad-pages.suite.ts';
import { consequenceSuite } from './consequences.suite.ts';
import { developerPages, developerSuite } from './developer.suite.ts';
import { evidenceSuite } from './evidence.suite.ts';
import { fieldSuite } from './fields.suite.ts';
import { readingSuite } from './reading.suite.ts';
import { openScene } from './scene.ts';
import { widgetSuite } from './widgets.suite.ts';

describe.each(['chromium', 'firefox'] as const)('the tools in %s', (hands) => {
  const scene = openScene(hands, { pages: developerPages });
  fieldSuite(scene);
  evidenceSuite(scene);
  readingSuite(scene);
  consequenceSuite(scene);
  widgetSuite(scene);
  badPageSuite(scene);
  developerSuite(scene);
});
