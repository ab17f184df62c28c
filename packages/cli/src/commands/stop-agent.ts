// Stops one agent, or pauses all: ends their calls, and keeps them out until "sallyport resume".
import { EVERYONE } from '@sallyport/gateway';
import { recordsIn, SallyportError } from '@sallyport/protocol';
import type { CommandFrame } from '../context.ts';
import { withRunningGateway } from '../gateway/from-frame.ts';
import { openAgentStore } from './agent-store.ts';
import { openStopList } from './stop-list.ts';

export async function stopAgent(who: string, frame: CommandFrame): Promise<void> {
  const hasKey = openAgentStore(frame)
    .list()
    .some(({ id, name }) => id === who || name === who);
  const status = await withRunningGateway(frame, (control) => control.request('status'));
  const isHere = recordsIn(status?.agents).some(({ id, name }) => id === who || name === who);
  if (!hasKey && !isHere) {
    throw new SallyportError('ERR_INPUT_INVALID', `No agent "${who}" is known.`, {
      hint: '"sallyport status" shows who is connected, "sallyport agents" who has a key.',
    });
  }
  // First, so that a call in between is refused.
  openStopList(frame).add(who);
  const answer = await withRunningGateway(frame, (control) => control.request('stop', { agent: who }));
  const dismissed = Number(answer?.dismissed ?? 0);
  frame.output.result({ dismissed, stopped: true }, () => {
    const sessions = dismissed === 0 ? 'It was not connected.' : 'Its session has ended.';
    return `${who} is stopped. ${sessions} Its calls are refused until you run: sallyport resume "${who}"`;
  });
}

export async function pauseAll(frame: CommandFrame): Promise<void> {
  // First, so that a call in between is refused.
  openStopList(frame).add(EVERYONE);
  await withRunningGateway(frame, (control) => control.request('stop', { agent: EVERYONE }));
  frame.output.result(
    { paused: true },
    () => 'All agents and web pages are paused. Their calls are refused until you run: sallyport resume',
  );
}
