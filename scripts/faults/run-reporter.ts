// Writes what a run of vitest found for the fault runner, and ends the run early once every promise is caught.
import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';
import { citedIn, failedByAssertion, type RunRecord, type TestRecord } from './verdict.ts';

type Hook = Parameters<NonNullable<Reporter['onHookStart']>>[0];

export default class RunReporter implements Reporter {
  readonly #recordFile = process.env.SALLYPORT_FAULT_RECORD ?? '';
  readonly #uncaught = new Set((process.env.SALLYPORT_FAULT_PROMISES ?? '').split(' ').filter(Boolean));
  /** Hooks that began and did not end well, by the id of their test. */
  readonly #openHooks = new Map<string, Set<string>>();
  readonly #tests = new Map<string, TestRecord>();
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onHookStart({ name, entity }: Hook): void {
    const open = this.#openHooks.get(entity.id) ?? new Set();
    this.#openHooks.set(entity.id, open.add(name));
  }

  onHookEnd({ name, entity }: Hook): void {
    this.#openHooks.get(entity.id)?.delete(name);
  }

  onTestCaseResult(test: TestCase): void {
    const record = this.#record(test);
    this.#tests.set(test.id, record);
    if (this.#uncaught.size === 0 || !failedByAssertion(record)) return;
    for (const id of citedIn(record.title)) this.#uncaught.delete(id);
    if (this.#uncaught.size === 0) void this.#vitest?.cancelCurrentRun('test-failure');
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { readonly message: string }[]): void {
    const outside = modules.flatMap((module) =>
      [...module.errors(), ...suiteErrors(module)].map(({ message }) => ({ file: module.relativeModuleId, message })),
    );
    const run: RunRecord = {
      tests: [...this.#tests.values()],
      outside: [...outside, ...unhandled.map(({ message }) => ({ message }))],
    };
    writeFileSync(this.#recordFile, JSON.stringify(run));
  }

  #record(test: TestCase): TestRecord {
    const { state, errors = [] } = test.result();
    // A property of fast-check throws an error of its own, because of the assertion in it.
    const plain = errors.map(({ name = 'Error', message, cause }) => ({
      name: cause?.name === 'AssertionError' ? cause.name : name,
      message,
    }));
    const open = this.#openHooks.get(test.id);
    // The body does not run after a failed beforeEach; an afterEach adds its error after the body's.
    const own = open?.has('beforeEach') ? 0 : open?.has('afterEach') ? plain.length - 1 : plain.length;
    const [file, title] = [test.module.relativeModuleId, test.fullName];
    return { file, title, state, errors: plain.slice(0, own), hookErrors: plain.slice(own) };
  }
}

function suiteErrors(parent: TestModule | TestSuite): { readonly message: string }[] {
  return [...parent.children.suites()].flatMap((suite) => [...suite.errors(), ...suiteErrors(suite)]);
}
