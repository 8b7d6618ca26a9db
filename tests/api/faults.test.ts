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

describe.each(['GET', 'POST', 'PUT', 'DELETE'] as const)('to %s', (method) => {
  it.each(SAME_FAILURE)('%s and %s are one and the same', async (one, other) => {
    const outcome = await outcomeOf(one, method);
    expect(outcome.answer.ok).toBe(false);
    expect(await outcomeOf(other, method)).toEqual(outcome);
  });
});

it('an empty body is not like broken JSON: a DELETE may have one', async () => {
  expect((await outcomeOf('an empty body', 'DELETE')).answer.ok).toBe(true);
  expect((await outcomeOf('broken JSON', 'DELETE')).answer.ok).toBe(false);
});
