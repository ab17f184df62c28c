// Errors across a process border.
import { describe, expect, it } from 'vitest';
import { errorCodes, fromWireError, SallyportError, toWireError } from './error.ts';
import { errorReasons } from './error-reasons.ts';

describe('an error', () => {
  it('crosses the wire and comes back, but for its cause', () => {
    const error = new SallyportError('ERR_TAB_OWNED', 'Not yours.', {
      hint: 'Ask.',
      data: { tab: 4 },
      cause: 'secret',
    });
    expect(toWireError(error)).toEqual({
      code: 'ERR_TAB_OWNED',
      message: 'Not yours.',
      hint: 'Ask.',
      data: { tab: 4 },
    });
    expect(fromWireError(toWireError(error))).toMatchObject({ code: 'ERR_TAB_OWNED', hint: 'Ask.', data: { tab: 4 } });
    expect(error.cause).toBe('secret');
  });

  it('says its reason in its text and in its data, once, however often it crosses the wire', () => {
    const error = new SallyportError('ERR_TOOL_FAILED', 'It is a PDF.', {
      reason: 'TAB_UNAVAILABLE',
      data: { tab: 4 },
    });
    const again = fromWireError(toWireError(fromWireError(toWireError(error))));
    for (const one of [error, again]) {
      expect(one.message).toBe('TAB_UNAVAILABLE: It is a PDF.');
      expect(one.data).toEqual({ tab: 4, reason: 'TAB_UNAVAILABLE' });
      expect(one.reason).toBe('TAB_UNAVAILABLE');
    }
  });

  it('has no reason that is not in the table', () => {
    for (const reason of [undefined, 'toString', 'NEWER', 5]) {
      expect(new SallyportError('ERR_TOOL_FAILED', 'No.', { data: { reason } }).reason).toBeUndefined();
    }
    for (const reason of Object.keys(errorReasons)) expect(reason).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
  });

  it('of any other class leaves as a fault of ours, without its text', () => {
    const wire = toWireError(new Error('the password is 1234'));
    expect(wire.code).toBe('ERR_INTERNAL');
    expect(JSON.stringify(wire)).not.toContain('1234');
  });

  it('is read from whatever a peer sends', () => {
    for (const junk of [
      undefined,
      null,
      'text',
      [],
      { code: 'ERR_NEW', message: 5, hint: 1, data: [] },
      { code: 'toString' },
    ]) {
      expect(fromWireError(junk)).toMatchObject({ code: 'ERR_INTERNAL', hint: undefined, data: undefined });
    }
  });

  it('has the eleven codes of seed 004 and the six of ours', () => {
    expect(Object.keys(errorCodes)).toHaveLength(17);
  });
});
