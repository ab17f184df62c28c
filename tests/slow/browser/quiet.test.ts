// Every tool in Chromium without its debugger: the same suites as in the other two, by the page's own events in hidden tabs.
import { describe } from 'vitest';
import { badPageSuite } from '../../e2e/browser/bad-pages.suite.ts';
import { consequenceSuite } from '../../e2e/browser/consequences.suite.ts';
import { evidenceSuite } from '../../e2e/browser/evidence.suite.ts';
import { fieldSuite } from '../../e2e/browser/fields.suite.ts';
import { readingSuite } from '../../e2e/browser/reading.suite.ts';
import { openScene } from '../../e2e/browser/scene.ts';
import { slowPageSuite } from '../../e2e/browser/slow-pages.suite.ts';
import { widgetSuite } from '../../e2e/browser/widgets.suite.ts';

describe('the tools with quiet hands', () => {
  const scene = openScene('quiet', { hasAgentWindow: false });
  fieldSuite(scene);
  evidenceSuite(scene);
  readingSuite(scene);
  consequenceSuite(scene);
  widgetSuite(scene);
  badPageSuite(scene);
  slowPageSuite(scene);
});
