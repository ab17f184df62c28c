import { describe, expect, it } from 'vitest';
import { badgeOf, linkStatusOf, stateAfter } from './link-status.ts';

describe('stateAfter', () => {
  it.each([
    ['Specified native messaging host not found.', 'host-missing'],
    ['No such native application dev.sallyport.host', 'host-missing'],
    ['Access to the specified native messaging host is forbidden.', 'host-forbidden'],
    ['Native application tried to send a message of 1651663207 bytes, which exceeds the limit.', 'host-exited'],
    ['Native host has exited.', 'host-exited'],
    ['Error when communicating with the native messaging host.', 'host-exited'],
    ['', 'host-exited'],
  ])('reads %j as %s', (reason, state) => {
    expect(stateAfter(reason)).toBe(state);
  });
});

describe('linkStatusOf', () => {
  it('is no better than the right to open pages', () => {
    expect(linkStatusOf('connected', true)).toBe('connected');
    expect(linkStatusOf('connected', false)).toBe('no-host-permission');
    expect(linkStatusOf('host-missing', false)).toBe('host-missing');
  });
});

const quiet = { questions: 0, isPaused: false };

describe('badgeOf', () => {
  it('shows nothing when all is well, and what to do when not', () => {
    expect(badgeOf('connected', quiet).text).toBe('');
    expect(badgeOf('connecting', quiet).text).toBe('…');
    for (const trouble of ['host-missing', 'host-forbidden', 'host-exited', 'version-mismatch'] as const) {
      expect(badgeOf(trouble, quiet)).toMatchObject({
        text: '!',
        title: expect.stringMatching(/sallyport (install|doctor)/),
      });
    }
    expect(badgeOf('no-host-permission', quiet)).toMatchObject({
      text: '!',
      title: expect.stringContaining('on all sites'),
    });
  });

  it('counts the questions that wait for the user, after trouble and before the pause', () => {
    const waiting = { questions: 2, isPaused: true };
    expect(badgeOf('connected', waiting)).toMatchObject({ text: '2', title: expect.stringContaining('2 questions') });
    expect(badgeOf('connected', { ...waiting, questions: 0 }).text).toBe('II');
    expect(badgeOf('host-missing', waiting).text).toBe('!');
  });
});
