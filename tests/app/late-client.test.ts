import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { schemaOf } from '#src/api/schema-of.ts';
import { lateClient } from '#src/app/boot/late-client.ts';

const CALL = { method: 'GET', path: '/summary/auth', schema: v.unknown() } as const;

/** A client with one answer for all calls. */
const clientOf = (answer: unknown): Client => ({
  call: async (request) => success(v.parse(schemaOf(request.schema), answer)),
});

it('the client is fetched before the first call, and once for all calls', async () => {
  const fetched = Promise.withResolvers<Client>();
  const fetchClient = vi.fn(() => fetched.promise);
  const client = lateClient(fetchClient);
  expect(fetchClient).toHaveBeenCalledTimes(1);
  const answers = [client.call(CALL), client.call(CALL)];
  fetched.resolve(clientOf('here'));
  expect(await Promise.all(answers)).toEqual([success('here'), success('here')]);
  expect(fetchClient).toHaveBeenCalledTimes(1);
});

it('a call fails as unreachable when the client cannot be fetched, and the next call fetches it again', async () => {
  const fetchClient = vi
    .fn<() => Promise<Client>>()
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValue(clientOf('here'));
  const client = lateClient(fetchClient);
  expect(await client.call(CALL)).toEqual(failed(UNREACHABLE));
  expect(await client.call(CALL)).toEqual(success('here'));
  expect(fetchClient).toHaveBeenCalledTimes(2);
});

it('a call that is aborted before the client has arrived is not made', async () => {
  const fetched = Promise.withResolvers<Client>();
  const actualClient = clientOf('here');
  const call = vi.spyOn(actualClient, 'call');
  const caller = new AbortController();
  const answer = lateClient(() => fetched.promise).call({ ...CALL, signal: caller.signal });
  caller.abort(new Error('aborted by the caller'));
  fetched.resolve(actualClient);
  await expect(answer).rejects.toThrow('aborted by the caller');
  expect(call).not.toHaveBeenCalled();
});
