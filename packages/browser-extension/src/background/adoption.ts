// Lets an agent use a tab of the user, when the user says so: a notification asks, since a window would take the focus.
import { type AgentLabel, limits, SallyportError } from '@sallyport/protocol';
import { files } from '../manifest.ts';
import type { BrowserApi } from '../platform.ts';
import { type Clock, pause } from './clock.ts';
import { deferred } from './deferred.ts';

export interface AskOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Resolves with the user's yes; throws ERR_PERMISSION_DENIED on a no, ERR_CONSENT_TIMEOUT when nobody answers. */
export async function askToAdopt({ api, clock, signal }: AskOptions, agent: AgentLabel, title: string): Promise<void> {
  const answer = deferred<'yes' | 'no'>();
  const id = crypto.randomUUID();
  const onClicked = (clicked: string) => clicked === id && answer.resolve('yes');
  const onClosed = (closed: string) => closed === id && answer.resolve('no');
  api.notifications.onClicked.addListener(onClicked);
  api.notifications.onClosed.addListener(onClosed);
  try {
    await api.notifications.create(id, {
      type: 'basic',
      iconUrl: api.runtime.getURL(files.icon(128)),
      title: `${agent.name} wants to use a tab of yours`,
      message: `Click here to hand over “${title.slice(0, 80)}”. Close this to say no.`,
    });
    const said = await Promise.race([answer.promise, pause(clock, limits.extension.consentMs, signal)]);
    if (said === 'yes') return;
    throw said === 'no' ? declined() : unanswered();
  } finally {
    api.notifications.onClicked.removeListener(onClicked);
    api.notifications.onClosed.removeListener(onClosed);
    await api.notifications.clear(id).catch(() => {});
  }
}

function declined(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'The user did not hand the tab over.', {
    hint: 'Do not ask again; open a tab of your own.',
  });
}

function unanswered(): SallyportError {
  return new SallyportError('ERR_CONSENT_TIMEOUT', 'The user was asked for the tab and did not answer.', {
    hint: 'Open a tab of your own, or ask the user in words first.',
  });
}
