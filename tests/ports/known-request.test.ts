import { expect, it } from 'vitest';
import { failed, UNREACHABLE } from '#machines/shared/result.ts';
import { knownRequest } from '#src/ports/known-request.ts';

it('an answer that is kept is taken once', () => {
  const request = knownRequest();
  expect(request.take()).toBeNull();
  const answer = failed(UNREACHABLE);
  request.keep(answer);
  expect(request.take()).toBe(answer);
  expect(request.take()).toBeNull();
});
