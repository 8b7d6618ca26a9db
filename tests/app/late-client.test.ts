import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { type Client, schemaOf } from '#src/api/client.ts';
import { lateClient } from '#src/app/boot/late-client.ts';

const CALL = { method: 'GET', path: '/summary/auth', schema: v.unknown() } as const;

/** A client whose every answer is its own. */
const clientOf = (answer: unknown): Client => ({
  call: async (request) => success(v.parse(schemaOf(request.schema), answer)),
});

it('fetches the client before the first call, and once for all calls', async () => {
  const arriving = Promise.withResolvers<Client>();
  const fetchClient = vi.fn(() => arriving.promise);
  const client = lateClient(fetchClient);
  expect(fetchClient).toHaveBeenCalledTimes(1);
  const answers = [client.call(CALL), client.call(CALL)];
  arriving.resolve(clientOf('here'));
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

it('makes no call that is aborted before the client has arrived', async () => {
  const arriving = Promise.withResolvers<Client>();
  const arrived = clientOf('here');
  const call = vi.spyOn(arrived, 'call');
  const gone = new AbortController();
  const answer = lateClient(() => arriving.promise).call({ ...CALL, signal: gone.signal });
  gone.abort(new Error('the caller is gone'));
  arriving.resolve(arrived);
  await expect(answer).rejects.toThrow('the caller is gone');
  expect(call).not.toHaveBeenCalled();
});
