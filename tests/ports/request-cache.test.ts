import { expect, it } from 'vitest';
import { failed, UNREACHABLE } from '#machines/shared/result.ts';
import { createRequestCache } from '#src/ports/request-cache.ts';

it('a cached answer is used once', () => {
  const request = createRequestCache();
  expect(request.take()).toBeNull();
  const answer = failed(UNREACHABLE);
  request.store(answer);
  expect(request.take()).toBe(answer);
  expect(request.take()).toBeNull();
});
