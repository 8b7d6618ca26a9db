import { object, optional, string } from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { FAULTS, type FaultName, SAME_FAILURE } from '#tests/portal/faults.ts';
import { clientWith } from '#tests/support/client.ts';
import { openNetwork } from '#tests/support/network.ts';

const network = openNetwork();

const schema = object({ to: optional(string()) });

/** The result of a call, and the events that the portal receives. */
async function outcomeOf(fault: FaultName, method: 'GET' | 'POST' | 'PUT' | 'DELETE') {
  const callbacks = { onChallenge: vi.fn(), onErrorPage: vi.fn(), onSessionExpired: vi.fn() };
  network.answer(FAULTS[fault]);
  const client = clientWith({ accessToken: () => 'token-1', challengeKey: () => 'key', ...callbacks });
  const answer = await client.call({ method, path: '/summary/auth', schema });
  return { answer, callbacks: Object.values(callbacks).map(({ mock }) => mock.calls) };
}

describe.each(['GET', 'POST', 'PUT', 'DELETE'] as const)(
  'the client cannot distinguish in a %s call',
  (method) => {
    it.each(SAME_FAILURE)('%s from %s', async (one, other) => {
      const outcome = await outcomeOf(one, method);
      expect(outcome.answer.ok).toBe(false);
      expect(await outcomeOf(other, method)).toEqual(outcome);
    });
  },
);

it('the client accepts an empty body of a DELETE, but no broken JSON', async () => {
  expect((await outcomeOf('an empty body', 'DELETE')).answer.ok).toBe(true);
  expect((await outcomeOf('broken JSON', 'DELETE')).answer.ok).toBe(false);
});
