import { describe, expect, it } from 'vitest';
import { isAboutCookies, stepOf } from './banner-words.ts';

describe('the labels of cookie banners', () => {
  it.each([
    ...[
      'Reject all',
      'Decline All Cookies',
      'I decline',
      'No, thanks',
      'Do not consent',
      'I don’t accept',
      'Only necessary',
    ],
    ...['Accept only essential cookies', 'Strictly necessary cookies only', 'Continue without accepting →', 'DISAGREE'],
    ...[
      'Alle ablehnen',
      'Nur notwendige Cookies zulassen',
      'Tout refuser',
      'Je refuse',
      'Rechazar todas',
      'Rifiuta tutto',
    ],
    ...[
      'Rejeitar tudo',
      'Alles weigeren',
      'Alleen noodzakelijke cookies',
      'Odrzuć wszystkie',
      'Avvisa alla',
      'Afvis alle',
    ],
    ...[
      'Hylkää kaikki',
      'Odmítnout vše',
      'Elutasítom',
      'Απόρριψη όλων',
      'Tümünü reddet',
      'Отклонить все',
      'すべて拒否',
      '全部拒绝',
    ],
    '모두 거부',
  ])('%s rejects', (label) => expect(stepOf(label)).toBe('reject'));

  it.each([
    ['×', 'close'],
    ['Close cookie banner', 'close'],
    ['Manage options', 'open'],
    ['Cookie settings', 'open'],
    ['Confirm choices', 'save'],
    ['Auswahl speichern', 'save'],
  ])('%s: %s', (label, step) => expect(stepOf(label)).toBe(step));

  it.each([
    ...[
      'Accept all',
      'OK',
      'Got it',
      'Allow all',
      'Agree',
      'Alle akzeptieren',
      'Tout accepter',
      'Buy now',
      'Delete account',
    ],
    ...[
      'Close account',
      'Decline order',
      'Reject all and delete my account',
      'Decline and subscribe',
      'No',
      'Save 20 %',
      '',
    ],
    ...['Save and accept all', 'Accept necessary and marketing cookies'],
  ])('%s is none of them', (label) => expect(stepOf(label)).toBeUndefined());

  it('are looked for where a layer speaks of cookies', () => {
    expect(['We use cookies', 'votre consentement', 'クッキーを使用'].map(isAboutCookies)).toEqual([true, true, true]);
    expect(isAboutCookies('Delete your account? This cannot be undone.')).toBe(false);
  });
});
