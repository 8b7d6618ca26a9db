import { describe, expect, it } from 'vitest';
import { fails, NOW, says } from '#cases/qr/samples.ts';
import { rejected } from '#cases/samples.ts';
import { refusalOf, verdictOf } from '#machines/qr/verdict.ts';
import { UNREACHABLE } from '#machines/shared/result.ts';

const stranger = { userId: '', deadline: NOW + 15_000 };
const kim = { userId: 'kim', deadline: NOW + 15_000 };

describe('an answer about a code', () => {
  it.each([
    ['pending', says('X'), 'pending', 'pending'],
    ['a word that nobody knows', says('?'), 'pending', 'pending'],
    ['pending, heard when the time is over', says('X', { ms: 15_000 }), 'void', 'void'],
    ['approved by kim', says('A', { userId: 'kim' }), 'recognised', 'approved'],
    ['approved by kim, heard late', says('A', { userId: 'kim', ms: 20_000 }), 'recognised', 'approved'],
    ['approved by lim', says('A', { userId: 'lim' }), 'recognised', 'refused'],
    ['approved, and not by whom', says('A'), 'refused', 'approved'],
    ['over', says('O'), 'refused', 'refused'],
    ['declined', fails(rejected('010_1', 200)), 'refused', 'refused'],
    ['timed out', fails(rejected('010_3', 200)), 'void', 'void'],
    ['not known in this session', fails(rejected('010_5', 404)), 'void', 'void'],
    ['too often', fails(rejected('', 429)), 'refused', 'refused'],
    ['a session that is over', fails(rejected('notAuthorized', 401)), 'outdated', 'outdated'],
    ['another policy', fails(rejected('016')), 'outdated', 'outdated'],
    ['a server in trouble', fails(rejected('', 503)), 'pending', 'pending'],
    ['no network', fails(UNREACHABLE), 'pending', 'pending'],
    ['no network when the time is over', fails(UNREACHABLE, 15_000), 'void', 'void'],
    ['something else', fails({ kind: 'malformed', status: 200 }), 'pending', 'pending'],
  ] as const)('%s', (_name, polled, ofStranger, ofKim) => {
    expect([verdictOf(stranger, polled), verdictOf(kim, polled)]).toEqual([ofStranger, ofKim]);
  });
});

describe('a refusal', () => {
  it.each([
    ['the approval of another account', kim, says('A', { userId: 'lim' }), '010_2'],
    ['an approval by nobody', stranger, says('A'), '010'],
    ['a plain no', kim, says('O'), '010'],
    ['the words of the server', kim, fails(rejected('010_1', 200)), '010_1'],
  ] as const)('%s', (_name, asked, polled, code) => {
    expect(refusalOf(asked, polled)).toMatchObject({ code });
  });
});
