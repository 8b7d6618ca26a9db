import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { choicesFor, groupsOf, newPushId } from '#server/login/push/groups.ts';

test('a push ID has 16 characters, shown in four groups of four, of which the phone offers one among four', () => {
  const pushId = newPushId(randomBytes);
  expect(pushId).toMatch(/^[A-HJ-NP-Z2-9]{16}$/);
  expect(groupsOf(pushId)).toEqual(pushId.match(/.{4}/g));
  const choices = choicesFor(pushId, randomBytes);
  expect(new Set(choices).size).toBe(4);
  expect(choices.filter((choice) => groupsOf(pushId).includes(choice))).toHaveLength(1);
});
