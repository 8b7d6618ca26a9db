import { describe, expect, it } from 'vitest';
import { NOW, pollAnswer, pollFailure } from '#cases/qr/samples.ts';
import { rejected } from '#cases/samples.ts';
import { refusalOf, verdictOf } from '#machines/qr/verdict.ts';
import { UNREACHABLE } from '#machines/shared/result.ts';

const stranger = { userId: '', deadline: NOW + 15_000 };
const kim = { userId: 'kim', deadline: NOW + 15_000 };

describe('an answer about a code', () => {
  it.each([
    ['pending', pollAnswer('X'), 'pending', 'pending'],
    ['a word that nobody knows', pollAnswer('?'), 'pending', 'pending'],
    ['pending, heard when the time is over', pollAnswer('X', { ms: 15_000 }), 'void', 'void'],
    ['approved by kim', pollAnswer('A', { userId: 'kim' }), 'recognised', 'approved'],
    ['approved by kim, heard late', pollAnswer('A', { userId: 'kim', ms: 20_000 }), 'recognised', 'approved'],
    ['approved by lim', pollAnswer('A', { userId: 'lim' }), 'recognised', 'refused'],
    ['approved, and not by whom', pollAnswer('A'), 'refused', 'approved'],
    ['over', pollAnswer('O'), 'refused', 'refused'],
    ['declined', pollFailure(rejected('010_1', 200)), 'refused', 'refused'],
    ['timed out', pollFailure(rejected('010_3', 200)), 'void', 'void'],
    ['not known in this session', pollFailure(rejected('010_5', 404)), 'void', 'void'],
    ['too often', pollFailure(rejected('', 429)), 'refused', 'refused'],
    ['a session that is over', pollFailure(rejected('notAuthorized', 401)), 'outdated', 'outdated'],
    ['another policy', pollFailure(rejected('016')), 'outdated', 'outdated'],
    ['a server in trouble', pollFailure(rejected('', 503)), 'pending', 'pending'],
    ['no network', pollFailure(UNREACHABLE), 'pending', 'pending'],
    ['no network when the time is over', pollFailure(UNREACHABLE, 15_000), 'void', 'void'],
    ['something else', pollFailure({ kind: 'malformed', status: 200 }), 'pending', 'pending'],
  ] as const)('%s', (_name, polled, ofStranger, ofKim) => {
    expect([verdictOf(stranger, polled), verdictOf(kim, polled)]).toEqual([ofStranger, ofKim]);
  });
});

describe('a refusal', () => {
  it.each([
    ['the approval of another account', kim, pollAnswer('A', { userId: 'lim' }), '010_2'],
    ['an approval by nobody', stranger, pollAnswer('A'), '010'],
    ['a plain no', kim, pollAnswer('O'), '010'],
    ['the words of the server', kim, pollFailure(rejected('010_1', 200)), '010_1'],
  ] as const)('%s', (_name, asked, polled, code) => {
    expect(refusalOf(asked, polled)).toMatchObject({ code });
  });
});
