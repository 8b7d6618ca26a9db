import { describe, expect, it } from 'vitest';
import { pollAnswer, pollFailure, QR_CREATED_AT } from '#cases/qr/samples.ts';
import { rejected } from '#cases/samples.ts';
import { meaningOfPoll, refusalOf } from '#machines/qr/poll-meaning.ts';
import { UNREACHABLE } from '#machines/shared/result.ts';

const unknownPerson = { userId: '', deadline: QR_CREATED_AT + 15_000 };
const kim = { userId: 'kim', deadline: QR_CREATED_AT + 15_000 };

describe('the meaning of a poll', () => {
  it.each([
    ['pending', pollAnswer('X'), 'pending', 'pending'],
    ['an unknown result', pollAnswer('?'), 'pending', 'pending'],
    ['pending after the expiry', pollAnswer('X', { ms: 15_000 }), 'void', 'void'],
    ['approved by kim', pollAnswer('A', { userId: 'kim' }), 'recognised', 'approved'],
    [
      'approved by kim after the expiry',
      pollAnswer('A', { userId: 'kim', ms: 20_000 }),
      'recognised',
      'approved',
    ],
    ['approved by lim', pollAnswer('A', { userId: 'lim' }), 'recognised', 'refused'],
    ['approved without a user ID', pollAnswer('A'), 'refused', 'approved'],
    ['refused', pollAnswer('O'), 'refused', 'refused'],
    ['declined', pollFailure(rejected('010_1', 200)), 'refused', 'refused'],
    ['timed out', pollFailure(rejected('010_3', 200)), 'void', 'void'],
    ['unknown in this session', pollFailure(rejected('010_5', 404)), 'void', 'void'],
    ['too many requests', pollFailure(rejected('', 429)), 'refused', 'refused'],
    ['an ended session', pollFailure(rejected('notAuthorized', 401)), 'outdated', 'outdated'],
    ['another policy', pollFailure(rejected('016')), 'outdated', 'outdated'],
    ['a failing server', pollFailure(rejected('', 503)), 'pending', 'pending'],
    ['no network', pollFailure(UNREACHABLE), 'pending', 'pending'],
    ['no network after the expiry', pollFailure(UNREACHABLE, 15_000), 'void', 'void'],
    ['a malformed answer', pollFailure({ kind: 'malformed', status: 200 }), 'pending', 'pending'],
  ] as const)(
    'with the answer %s (%o) is %s for a code without a person, and %s for a code of kim',
    (_name, polled, ofUnknownPerson, ofKim) => {
      expect([meaningOfPoll(unknownPerson, polled), meaningOfPoll(kim, polled)]).toEqual([
        ofUnknownPerson,
        ofKim,
      ]);
    },
  );
});

describe('the code of a refusal', () => {
  it.each([
    ['the approval of another account', '010_2', kim, pollAnswer('A', { userId: 'lim' })],
    ['an approval without a user ID', '010', unknownPerson, pollAnswer('A')],
    ['a refusal without a code', '010', kim, pollAnswer('O')],
    ['a refusal with a code of the server', '010_1', kim, pollFailure(rejected('010_1', 200))],
  ] as const)('for %s is %s', (_name, code, request, polled) => {
    expect(refusalOf(request, polled)).toMatchObject({ code });
  });
});
