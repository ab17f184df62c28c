import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import type { ActionAnswer } from '../approval/action-prompt.ts';
import type { Job, TerminalJobs } from '../terminal/jobs.ts';
import { CommandOutput } from '../terminal/output.ts';
import { sendToTerminalTool } from './command-jobs.ts';
import type { ToolContext } from './context.ts';

function openStage({
  answer = { kind: 'accepted' } as ActionAnswer,
  meanwhile = (_: { -readonly [K in keyof Job]: Job[K] }) => {},
} = {}) {
  const output = new CommandOutput(join(temporaryFolder(), 'out.log'));
  output.add('Continue? [y/n] ');
  const job = { id: 'j', command: 'npm init', agentId: 'a', output, end: undefined as Job['end'], cwd: '/w' };
  const typed: string[] = [];
  const asked: string[] = [];
  const jobs: Partial<TerminalJobs> = {
    find: (id) => (id === 'j' ? job : undefined),
    type: (_, text) => {
      typed.push(text);
      output.add('\r\nDone.\r\n');
    },
    wait: async () => {},
  };
  const used: Partial<ToolContext> = {
    agent: { id: 'a', name: 'tester' },
    signal: new AbortController().signal,
    jobs: jobs as TerminalJobs,
    askForAction: async ({ verb, subject }) => {
      asked.push(`${verb} ${subject}`);
      meanwhile(job);
      return answer;
    },
  };
  // The rest of the context is never asked for by this tool.
  const call = (text: string, job_id = 'j') => sendToTerminalTool.call({ job_id, text }, used as ToolContext);
  return { call, typed, asked };
}

describe('send_to_terminal', () => {
  it('types the line after the user agreed, and returns what came after it', async () => {
    const { call, typed, asked } = openStage();
    expect((await call('y')).facts).toEqual({
      status: 'accepted',
      output: '\nDone.\n',
      running: true,
      exit_code: null,
    });
    expect([typed, asked]).toEqual([['y'], ['type y (in: npm init)']]);
  });

  it('types nothing that is rejected, and passes the note on', async () => {
    const { call, typed } = openStage({ answer: { kind: 'rejected', note: 'say n' } });
    expect((await call('y')).facts).toMatchObject({ status: 'rejected', note: 'say n' });
    expect(typed).toEqual([]);
  });

  it('types nothing into the shell when the command ended while the user thought', async () => {
    const { call, typed } = openStage({
      meanwhile: (job) => {
        job.end = { kind: 'ended', exitCode: 0 };
      },
    });
    await expect(call('rm -rf x')).rejects.toThrow('has ended');
    expect(typed).toEqual([]);
  });

  it('asks nothing about keys that nobody sees, or a job that is not there', async () => {
    const { call, asked } = openStage();
    await expect(call('y\u0015rm x\r')).rejects.toThrow('control characters');
    await expect(call('y', 'other')).rejects.toThrow('No such job');
    expect(asked).toEqual([]);
  });
});
