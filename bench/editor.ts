// The editor's tools compared with the plain programs they replace, on trees and files larger than a project usually has.
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { walk } from '../packages/vscode-extension/src/tools/list-files.ts';
import { applyBlocks, parseBlocks } from '../packages/vscode-extension/src/tools/search-replace.ts';
import { findRipgrep } from '../packages/vscode-extension/src/window/ripgrep-path.ts';
import { readLines } from '../packages/vscode-extension/src/workspace/line-reader.ts';
import { search } from '../packages/vscode-extension/src/workspace/ripgrep.ts';
import { editorFolder } from '../scripts/editor-folder.ts';
import type { Aim, Bench, Report } from './bench.ts';
import { measureActivation } from './editor-activation.ts';
import { measureLargeReviews } from './editor-large-files.ts';
import { interleave, median } from './measure.ts';
import { ratio, short } from './table.ts';

const FOLDERS = 200;
const FILES_PER_FOLDER = 100;
const BIG_LINES = 10_000_000;
const ROUNDS = { rounds: 7, warmUpRounds: 2 };
const SEARCH_AIM = 1.5;
const LIST_AIM = 1;
const READ_AIM_MB = 64;
const DIFF_AIM_MS = 2000;
const ACTIVATION_AIM = 1.5;
const LARGE_AIM = 1.5;
const never = new AbortController().signal;

export const editorBench: Bench = {
  name: 'editor',
  async run({ root, onProgress }): Promise<Report> {
    const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
    try {
      onProgress(`a tree of ${FOLDERS * FILES_PER_FOLDER} files`);
      const tree = plantTree(folder);
      const rows: string[][] = [];
      const aims: Aim[] = [];
      const add = (row: string[], aim: Aim) => {
        rows.push(row);
        aims.push(aim);
      };
      const rg = ripgrep();
      if (rg !== undefined) {
        onProgress('search_files beside rg');
        const [ours, plain] = await searchTimes(rg, tree);
        add(
          [
            'search_files, 200 matches in 20,000 files',
            `${short(ours)} ms`,
            `rg ${short(plain)} ms`,
            ratio(ours / plain),
          ],
          {
            what: `search_files takes at most ${SEARCH_AIM} times what rg takes`,
            measured: ratio(ours / plain),
            holds: ours / plain <= SEARCH_AIM,
          },
        );
      }
      onProgress('list_files beside find');
      const [listed, found] = await listTimes(tree);
      add(
        [
          'list_files, recursive, up to its cap',
          `${short(listed)} ms`,
          `find ${short(found)} ms`,
          ratio(listed / found),
        ],
        {
          what: 'list_files takes no longer than find',
          measured: ratio(listed / found),
          holds: listed / found <= LIST_AIM,
        },
      );
      onProgress('read_file in a file of some 500 MB');
      const read = await readBig(folder);
      add(
        [
          'read_file, lines 1,000,000 to 1,000,100 of 10,000,000',
          `${short(read.ms)} ms`,
          `wc -l ${short(read.wcMs)} ms`,
          ratio(read.ms / read.wcMs),
        ],
        {
          what: `read_file grows memory by at most ${READ_AIM_MB} MB on a file of ${short(read.sizeMb)} MB`,
          measured: `${short(read.grownMb)} MB`,
          holds: read.grownMb <= READ_AIM_MB,
        },
      );
      onProgress('apply_diff with 1,000 blocks');
      const diffMs = await diffTime();
      add(['apply_diff, 1,000 blocks on 10,000 lines', `${short(diffMs)} ms`, '', ''], {
        what: `1,000 blocks are applied within ${DIFF_AIM_MS} ms`,
        measured: `${short(diffMs)} ms`,
        holds: diffMs <= DIFF_AIM_MS,
      });
      onProgress('activation in VS Code');
      const activation = await measureActivation(root);
      if (activation !== undefined) {
        const { oursMs, gitMs } = activation;
        add(
          [
            'activation in VS Code, as it counts it',
            `${short(oursMs)} ms`,
            `Git ${short(gitMs)} ms`,
            ratio(oursMs / gitMs),
          ],
          {
            what: `the extension activates within ${ACTIVATION_AIM} times what Git takes, which comes with VS Code`,
            measured: ratio(oursMs / gitMs),
            holds: oursMs / gitMs <= ACTIVATION_AIM,
          },
        );
      }
      onProgress('reviews of large files in VS Code');
      for (const { sizeMb, oursMs, plainMs } of (await measureLargeReviews(root)) ?? []) {
        add(
          [
            `write_file of ${sizeMb} MB, until its review is on the screen`,
            `${short(oursMs)} ms`,
            `a plain diff ${short(plainMs)} ms`,
            ratio(oursMs / plainMs),
          ],
          {
            what: `the review of ${sizeMb} MB opens within ${LARGE_AIM} times what the same diff takes without us`,
            measured: ratio(oursMs / plainMs),
            holds: oursMs / plainMs <= LARGE_AIM,
          },
        );
      }
      const notes = [
        'Medians of seven rounds in turns; the work behind a tool without the door, which adds some milliseconds.',
      ];
      if (rg === undefined) notes.push('No ripgrep was found, so search_files was not measured.');
      if (activation === undefined)
        notes.push('The VS Code of the tests is not installed, so activation was not measured.');
      return {
        title: "The editor's tools",
        tables: [{ caption: '', head: ['what', 'ours', 'plain', 'ratio'], rows }],
        aims,
        notes,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function ripgrep(): string | undefined {
  const appRoot = join(editorFolder().path, 'node_modules', 'code-server', 'lib', 'vscode');
  return existsSync(appRoot) ? findRipgrep(appRoot, process.platform, process.arch) : undefined;
}

function plantTree(folder: string): string {
  const tree = join(folder, 'tree');
  for (let at = 0; at < FOLDERS; at += 1) {
    const inside = join(tree, `folder-${at}`, 'src');
    mkdirSync(inside, { recursive: true });
    for (let file = 0; file < FILES_PER_FOLDER; file += 1) {
      const lines = Array.from({ length: 40 }, (_, line) => `const value${line} = compute(${at}, ${file}, ${line});`);
      if (file === 50) lines[20] = 'const needle = findMe();';
      writeFileSync(join(inside, `file-${file}.ts`), lines.join('\n'));
    }
  }
  return tree;
}

async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function searchTimes(rg: string, tree: string): Promise<[number, number]> {
  const regex = 'needle = find\\w+';
  const options = { command: rg, path: tree, regex, contextLines: 1, maxMatches: 300, signal: never };
  const samples = await interleave(
    [
      { name: 'ours', sample: () => timed(() => search(options)) },
      {
        name: 'plain',
        sample: () => timed(() => spawnSync(rg, ['--no-config', '--hidden', '-C1', '-n', regex, tree])),
      },
    ],
    ROUNDS,
  );
  return [median(samples('ours')), median(samples('plain'))];
}

async function listTimes(tree: string): Promise<[number, number]> {
  const samples = await interleave(
    [
      { name: 'ours', sample: () => timed(() => walk(tree, { isDeep: true, given: tree, signal: never })) },
      { name: 'plain', sample: () => timed(() => spawnSync('find', [tree], { maxBuffer: 1 << 28 })) },
    ],
    ROUNDS,
  );
  return [median(samples('ours')), median(samples('plain'))];
}

async function readBig(folder: string): Promise<{ ms: number; wcMs: number; grownMb: number; sizeMb: number }> {
  const file = join(folder, 'big.log');
  const line = `${'a line of a large log file, as programs write them'.padEnd(49, '.')}\n`;
  const block = Buffer.from(line.repeat(100_000));
  const handle = openSync(file, 'w');
  for (let written = 0; written < BIG_LINES; written += 100_000) writeSync(handle, block);
  closeSync(handle);
  const wanted = { offset: 1_000_000, count: 101, maxBytes: 512 * 1024, signal: never };
  const before = process.memoryUsage().rss;
  const ms = await timed(() => readLines(file, wanted));
  const grownMb = Math.max(0, process.memoryUsage().rss - before) / 1e6;
  const wcMs = await timed(() => spawnSync('wc', ['-l', file]));
  return { ms, wcMs, grownMb, sizeMb: (line.length * BIG_LINES) / 1e6 };
}

async function diffTime(): Promise<number> {
  const original = Array.from({ length: 10_000 }, (_, at) => `line ${at} of the file;`).join('\n');
  const diff = Array.from(
    { length: 1000 },
    (_, at) => `<<<<<<< SEARCH\nline ${at * 10} of the file;\n=======\nchanged ${at}\n>>>>>>> REPLACE`,
  ).join('\n');
  const samples = await interleave(
    [
      {
        name: 'ours',
        sample: () =>
          timed(() => {
            const blocks = parseBlocks(diff);
            if (typeof blocks !== 'string') applyBlocks(original, blocks);
          }),
      },
    ],
    ROUNDS,
  );
  return median(samples('ours'));
}
