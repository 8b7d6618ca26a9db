import { describe, expect, it } from 'vitest';
import { catalogueOf, failureMessage } from '#i18n/error-look-up.ts';
import { type Failure, UNEXPECTED } from '#machines/shared/result.ts';

const catalogue = catalogueOf({
  'error.auth_error_001': '',
  'error.auth_error_001_1': '',
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

describe('the message of a failure', () => {
  it('says that there was no answer', () => {
    expect(failureMessage({ kind: 'unreachable' }, catalogue)).toEqual({
      key: 'info.failure.unreachable',
      values: {},
    });
  });

  it('is the general text for an unexpected failure of the page', () => {
    expect(failureMessage(UNEXPECTED, catalogue)).toEqual(DEFAULT);
  });

  const TROUBLE = { key: 'info.failure.trouble', values: {} };

  it.each<Failure>([
    ...[200, 401, 500, 502].map((status) => ({ kind: 'malformed', status }) as const),
    rejected({ status: 500 }),
    rejected({ status: 503 }),
  ])('says that the service has a problem for %o', (failure) => {
    for (const call of [undefined, 'authenticate', 'send'] as const) {
      expect(failureMessage(failure, catalogue, call, 'info.own')).toEqual(TROUBLE);
    }
  });

  it.each<Failure>([{ kind: 'malformed', status: 429 }, rejected({ status: 429 })])(
    'says that there are too many requests for %o',
    (failure) => {
      const key = 'info.failure.busy';
      for (const call of [undefined, 'authenticate', 'send'] as const) {
        expect(failureMessage(failure, catalogue, call)).toEqual({ key, values: {} });
      }
    },
  );

  it.each<Failure>([rejected({ code: '999' }), rejected({ status: 400 })])(
    'is the text of the screen for %o',
    (failure) => {
      for (const call of [undefined, 'authenticate'] as const) {
        expect(failureMessage(failure, catalogue, call, 'info.own')).toEqual({ key: 'info.own', values: {} });
      }
    },
  );

  it('is a more exact text than that of the screen when there is one', () => {
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

  it('is the text of the code itself', () => {
    expect(failureMessage(rejected({ code: 'already_mobileapp', message: 'no' }), catalogue)).toEqual({
      key: 'error.already_mobileapp',
      values: {},
    });
  });

  it('is the text of the code itself rather than that with auth_error', () => {
    expect(failureMessage(rejected({ code: '002' }), catalogue)).toEqual({ key: 'error.002', values: {} });
  });

  it('is the text with auth_error rather than the message of the server', () => {
    expect(failureMessage(rejected({ code: '001', message: 'no' }), catalogue)).toEqual({
      key: 'error.auth_error_001',
      values: COUNTS,
    });
  });

  it('says zero for a number that the answer does not contain', () => {
    expect(failureMessage(rejected({ code: '001_1' }), catalogue)).toEqual({
      key: 'error.auth_error_001_1',
      values: { maxCount: 0, minutes: 0 },
    });
  });

  it('is that of the server for an unknown code', () => {
    expect(failureMessage(rejected({ code: '999', message: 'no <b>way</b>' }), catalogue)).toEqual({
      text: 'no <b>way</b>',
    });
  });

  it.each(['', ' ', '\n'])('is the general text when the message of the server is %j', (message) => {
    expect(failureMessage(rejected({ code: '999', message }), catalogue)).toEqual(DEFAULT);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'is the general text for the code %s',
    (code) => {
      expect(failureMessage(rejected({ code }), catalogueOf({}))).toEqual(DEFAULT);
      expect(
        failureMessage(rejected({ code }), catalogueOf(Object.create({ [`error.${code}`]: '' }))),
      ).toEqual(DEFAULT);
    },
  );

  it('has those values of the answer that its text needs', () => {
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

  it('has no inherited value', () => {
    const details = Object.create({ method: 'SMS' });
    expect(failureMessage(rejected({ code: '015_2', message: 'no', details }), catalogue)).toEqual({
      key: 'error.auth_error_015_2',
      values: { method: 'untold' },
    });
  });

  it('has a default for each value that the answer does not have', () => {
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

  it('has the remaining tries of a wrong password', () => {
    const details = { failCount: 2, maxCount: 5 };
    expect(failureMessage(rejected({ code: '001', details }), catalogue)).toEqual({
      key: 'error.auth_error_001',
      values: { remaining: 3 },
    });
  });
});

describe('the message of a failed identity check', () => {
  const messageOf = (fields: Partial<Rejection>) => failureMessage(rejected(fields), catalogue, 'check');

  it('is that of the server only for the code 500', () => {
    expect(messageOf({ status: 400, code: '500', message: 'no' })).toEqual({ text: 'no' });
    expect(messageOf({ status: 400, code: '001', message: 'no' })).toEqual(
      messageOf({ status: 400, code: '001' }),
    );
    expect(messageOf({ status: 400, code: '001', message: 'no' })).toHaveProperty('key');
  });
});

describe('the message of a failed authentication', () => {
  const messageOf = (fields: Partial<Rejection>) =>
    failureMessage(rejected(fields), catalogue, 'authenticate');

  it('is that of the server at status 400', () => {
    expect(messageOf({ status: 400, code: '001', message: 'no' })).toEqual({ text: 'no' });
  });

  it('is the text of the code at status 400 without a message of the server', () => {
    expect(messageOf({ status: 400, code: '001' })).toEqual({
      key: 'error.auth_error_001',
      values: COUNTS,
    });
    expect(messageOf({ status: 400, code: '999' })).toEqual(DEFAULT);
  });

  it('is the text of the code at another status', () => {
    expect(messageOf({ status: 409, code: '001', message: 'no' })).toEqual({
      key: 'error.auth_error_001',
      values: COUNTS,
    });
  });

  it('is that of the server for the code 500, or the text of a failed authentication', () => {
    expect(messageOf({ status: 200, code: '500', message: 'no' })).toEqual({ text: 'no' });
    expect(messageOf({ status: 400, code: '500' })).toEqual({
      key: 'info.failure.authentication.error',
      values: {},
    });
  });

  it('has no special text for the code 500 of another call', () => {
    expect(failureMessage(rejected({ code: '500', message: 'no' }), catalogue)).toEqual({ text: 'no' });
    expect(failureMessage(rejected({ code: '500' }), catalogue)).toEqual(DEFAULT);
  });

  it('says that there was no answer', () => {
    expect(failureMessage({ kind: 'unreachable' }, catalogue, 'authenticate')).toEqual({
      key: 'info.failure.unreachable',
      values: {},
    });
  });
});
