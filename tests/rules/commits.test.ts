import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

/** The last commit before this rule. */
const LAST_BEFORE_RULE = 'e88ee0c7d9696755d5180d703e342556b71a4634';

const MAX_SUBJECT_LENGTH = 72;

/** The subjects that are too long. */
const longSubjectsIn = (subjects: readonly string[]): string[] =>
  subjects.filter((subject) => subject.length > MAX_SUBJECT_LENGTH);

describe('the subject of a commit', () => {
  test('is reported when it is longer than 72 characters', () => {
    const longSubject = 'Explain to operators why a message could not be sent, and which gateway refused it';
    expect(longSubjectsIn(['Split scripts', longSubject])).toEqual([longSubject]);
  });

  test('has at most 72 characters', () => {
    const log = execFileSync('git', ['log', '--format=%s', `${LAST_BEFORE_RULE}..HEAD`], {
      encoding: 'utf8',
    });
    const subjects = log.split('\n').filter((line) => line !== '');
    expect(subjects).not.toEqual([]);
    expect(longSubjectsIn(subjects)).toEqual([]);
  });
});
