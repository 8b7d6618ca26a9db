import { describe, expect, it } from 'vitest';
import { catalogueOf, failureMessage } from '#i18n/error-look-up.ts';
import { type Failure, UNEXPECTED } from '#machines/shared/result.ts';

const catalogue = catalogueOf({
  'error.auth_error_001': '',
  'error.auth_error_005_5': '',
  'error.auth_error_015_2': '',
  'error.auth_error_002': '',
  'error.already_mobileapp': '',
  'error.002': '',
});

type Rejection = Extract<Failure, { kind: 'rejected' }>;
const rejected = (fields: Partial<Rejection>): Failure => ({
  kind: 'rejected',
  status: 409,
  code: '',
  message: '',
  details: {},
  ...fields,
});
const DEFAULT = { key: 'info.failure.authentication.failure', values: {} };
const COUNTS = { remaining: 0 };

describe('failureMessage', () => {
  it('says that nobody answered', () => {
    expect(failureMessage({ kind: 'unreachable' }, catalogue)).toEqual({
      key: 'info.failure.unreachable',
      values: {},
    });
  });

  it('gives what nobody expected on the page itself the text of the screen', () => {
    expect(failureMessage(UNEXPECTED, catalogue)).toEqual(DEFAULT);
  });

  const TROUBLE = { key: 'info.failure.trouble', values: {} };

  it.each<Failure>([
    ...[200, 401, 500, 502].map((status) => ({ kind: 'malformed', status }) as const),
    rejected({ status: 500 }),
    rejected({ status: 503 }),
  ])('says of %o that the service is in trouble, not what was typed', (failure) => {
    for (const call of [undefined, 'authenticate', 'send'] as const) {
      expect(failureMessage(failure, catalogue, call, 'info.own')).toEqual(TROUBLE);
    }
  });

  it.each<Failure>([{ kind: 'malformed', status: 429 }, rejected({ status: 429 })])(
    'says of %o that there are too many requests',
    (failure) => {
      const key = 'info.failure.busy';
      for (const call of [undefined, 'authenticate', 'send'] as const) {
        expect(failureMessage(failure, catalogue, call)).toEqual({ key, values: {} });
      }
    },
  );

  it.each<Failure>([rejected({ code: '999' }), rejected({ status: 400 })])(
    'gives %o the text that the screen has for such a failure',
    (failure) => {
      for (const call of [undefined, 'authenticate'] as const) {
        expect(failureMessage(failure, catalogue, call, 'info.own')).toEqual({ key: 'info.own', values: {} });
      }
    },
  );

  it('prefers a better text to the one of the screen', () => {
    expect(failureMessage(rejected({ code: '001' }), catalogue, undefined, 'info.own')).toMatchObject({
      key: 'error.auth_error_001',
    });
    expect(failureMessage(rejected({ message: 'no' }), catalogue, undefined, 'info.own')).toEqual({
      text: 'no',
    });
    expect(failureMessage({ kind: 'unreachable' }, catalogue, undefined, 'info.own')).toMatchObject({
      key: 'info.failure.unreachable',
    });
  });

  it('looks for the code itself', () => {
    expect(failureMessage(rejected({ code: 'already_mobileapp', message: 'no' }), catalogue)).toEqual({
      key: 'error.already_mobileapp',
      values: {},
    });
  });

  it('looks for the code itself before its form with auth_error', () => {
    expect(failureMessage(rejected({ code: '002' }), catalogue)).toEqual({ key: 'error.002', values: {} });
  });

  it('looks for the form with auth_error before the message of the server', () => {
    expect(failureMessage(rejected({ code: '001', message: 'no' }), catalogue)).toEqual({
      key: 'error.auth_error_001',
      values: COUNTS,
    });
  });

  it('shows the message of the server for an unknown code', () => {
    expect(failureMessage(rejected({ code: '999', message: 'no <b>way</b>' }), catalogue)).toEqual({
      text: 'no <b>way</b>',
    });
  });

  it.each(['', ' ', '\n'])('shows the general text when the message is %j', (message) => {
    expect(failureMessage(rejected({ code: '999', message }), catalogue)).toEqual(DEFAULT);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'finds nothing for the code %s',
    (code) => {
      expect(failureMessage(rejected({ code }), catalogueOf({}))).toEqual(DEFAULT);
      expect(
        failureMessage(rejected({ code }), catalogueOf(Object.create({ [`error.${code}`]: '' }))),
      ).toEqual(DEFAULT);
    },
  );

  it('inserts the values of the answer, and only those of the text', () => {
    const details = { failCount: 3, maxCount: '5', method: 'SMS' };
    expect(failureMessage(rejected({ code: '005_5', details }), catalogue)).toEqual({
      key: 'error.auth_error_005_5',
      values: { failCount: 3, maxCount: '5' },
    });
    expect(failureMessage(rejected({ code: '015_2', details }), catalogue)).toEqual({
      key: 'error.auth_error_015_2',
      values: { method: 'SMS' },
    });
  });

  it('takes no inherited value', () => {
    const details = Object.create({ method: 'SMS' });
    expect(failureMessage(rejected({ code: '015_2', message: 'no', details }), catalogue)).toEqual({
      key: 'error.auth_error_015_2',
      values: { method: 'untold' },
    });
  });

  it('puts in the place of a value that is not told what says so', () => {
    expect(
      failureMessage(rejected({ code: '005_5', message: 'no', details: { failCount: 3 } }), catalogue),
    ).toEqual({
      key: 'error.auth_error_005_5',
      values: { failCount: 3, maxCount: 0 },
    });
    expect(failureMessage(rejected({ code: '015_2' }), catalogue)).toEqual({
      key: 'error.auth_error_015_2',
      values: { method: 'untold' },
    });
  });

  it('shows a wrong password with its counters or without', () => {
    const details = { failCount: 2, maxCount: 5 };
    expect(failureMessage(rejected({ code: '001', details }), catalogue)).toEqual({
      key: 'error.auth_error_001',
      values: { remaining: 3 },
    });
  });
});

describe('failureMessage of an identity check', () => {
  const checked = (fields: Partial<Rejection>) => failureMessage(rejected(fields), catalogue, 'check');

  it('shows the message of the server with code 500 alone', () => {
    expect(checked({ status: 400, code: '500', message: 'no' })).toEqual({ text: 'no' });
    expect(checked({ status: 400, code: '001', message: 'no' })).toEqual(
      checked({ status: 400, code: '001' }),
    );
    expect(checked({ status: 400, code: '001', message: 'no' })).toHaveProperty('key');
  });
});

describe('failureMessage of authenticate', () => {
  const authenticated = (fields: Partial<Rejection>) =>
    failureMessage(rejected(fields), catalogue, 'authenticate');

  it('shows the message of the server at status 400', () => {
    expect(authenticated({ status: 400, code: '001', message: 'no' })).toEqual({ text: 'no' });
  });

  it('shows the mapped text at status 400 without a message', () => {
    expect(authenticated({ status: 400, code: '001' })).toEqual({
      key: 'error.auth_error_001',
      values: COUNTS,
    });
    expect(authenticated({ status: 400, code: '999' })).toEqual(DEFAULT);
  });

  it('shows the mapped text at another status', () => {
    expect(authenticated({ status: 409, code: '001', message: 'no' })).toEqual({
      key: 'error.auth_error_001',
      values: COUNTS,
    });
  });

  it('shows the message of the server with code 500, else a text of its own', () => {
    expect(authenticated({ status: 200, code: '500', message: 'no' })).toEqual({ text: 'no' });
    expect(authenticated({ status: 400, code: '500' })).toEqual({
      key: 'info.failure.authentication.error',
      values: {},
    });
  });

  it('leaves code 500 of another call to the general order', () => {
    expect(failureMessage(rejected({ code: '500', message: 'no' }), catalogue)).toEqual({ text: 'no' });
    expect(failureMessage(rejected({ code: '500' }), catalogue)).toEqual(DEFAULT);
  });

  it('says that nobody answered', () => {
    expect(failureMessage({ kind: 'unreachable' }, catalogue, 'authenticate')).toEqual({
      key: 'info.failure.unreachable',
      values: {},
    });
  });
});
