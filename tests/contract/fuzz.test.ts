// The fuzzer's own parts: inputs that come again with their seed, and findings that become small.
import { expect, it } from 'vitest';
import { oddJson } from '../fuzz/base/odd.ts';
import { Random, randomFor } from '../fuzz/base/random.ts';
import { shrink } from '../fuzz/base/shrink.ts';
import type { Json } from '../fuzz/base/target.ts';
import { causeOf, corpusOf } from '../fuzz/run/findings.ts';
import { targets } from '../fuzz/targets/all.ts';

it.each(targets)(
  '$name makes the same input of the same seed and index, and another one of another',
  ({ name, generate }) => {
    const inputs = Array.from({ length: 20 }, (_, index) => JSON.stringify(generate(randomFor(1, name, index))));
    expect(Array.from(inputs, (_, index) => JSON.stringify(generate(randomFor(1, name, index))))).toEqual(inputs);
    expect(new Set(inputs).size).toBeGreaterThan(10);
    expect(JSON.stringify(generate(randomFor(2, name, 0)))).not.toBe(inputs[0]);
  },
);

it('odd JSON is JSON', () => {
  const random = new Random(1);
  for (let times = 0; times < 300; times += 1) expect(() => JSON.parse(oddJson(random))).not.toThrow();
});

it('a finding is made as small as it can be', async () => {
  const input: Json = {
    items: [{ text: 'a'.repeat(1000) }, { text: 'xxbadxx', children: ['inner'] }, 'more'],
    flag: true,
  };
  const fails = async (candidate: Json) => JSON.stringify(candidate).includes('bad');
  const limits = { maxTries: 1000, maxMs: 10_000, now: () => 0 };
  expect(await shrink(input, fails, limits)).toEqual({ items: [{ text: 'bad', children: [] }], flag: true });
  let tries = 0;
  const counted = async (candidate: Json) => {
    tries += 1;
    return fails(candidate);
  };
  await shrink(input, counted, { ...limits, maxTries: 5 });
  expect(tries).toBe(5);
});

it('findings that differ in numbers have one cause', () => {
  expect(causeOf('It took 1200 ms.\nat x')).toBe(causeOf('It took 3 ms.'));
});

it('every target with a corpus exists', () => {
  expect(targets.flatMap(({ name }) => corpusOf(name)).length).toBeGreaterThan(0);
  for (const { name } of targets) for (const { finding } of corpusOf(name)) expect(finding.target).toBe(name);
});
