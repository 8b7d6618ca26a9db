import { expect, it } from 'vitest';
import { failed, UNREACHABLE } from '#machines/shared/result.ts';
import { createRequestCache } from '#src/ports/request-cache.ts';

it('an answer that is kept is taken once', () => {
  const request = createRequestCache();
  expect(request.take()).toBeNull();
  const answer = failed(UNREACHABLE);
  request.keep(answer);
  expect(request.take()).toBe(answer);
  expect(request.take()).toBeNull();
});
