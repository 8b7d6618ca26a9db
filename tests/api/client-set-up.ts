import { createHmac } from 'node:crypto';
import { type GenericSchema, object, optional, string } from 'valibot';
import { vi } from 'vitest';
import type { ClientHooks, ClientOptions } from '#src/api/client-options.ts';
import { clientWith } from '#tests/support/client.ts';
import type { openNetwork, Responder } from '#tests/support/network.ts';

export const NOW = 1_790_000_000_000;

export const MALFORMED = { ok: false, failure: { kind: 'malformed', status: 200 } };

const to = object({ to: string() });

/** The schema of an answer that may be without fields. */
export const optionalTo: GenericSchema<unknown, { to?: string | undefined }> = object({
  to: optional(string()),
});

export const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), init);

export function token(body: string, { key = 'key', nonce = 'n0nce', time = NOW } = {}): string {
  const step = Math.floor(time / 30_000);
  return `${nonce}.${step}.${createHmac('sha256', key).update(`${nonce}.${step}.${body}`).digest('base64url')}`;
}

/** Makes a client that receives these answers, and records its callbacks. */
export const clientOn =
  (network: Pick<ReturnType<typeof openNetwork>, 'answer'>) =>
  (
    answer: Responder,
    { hooks = {}, options = {} }: { hooks?: Partial<ClientHooks>; options?: ClientOptions } = {},
  ) => {
    network.answer(answer);
    const callbacks = {
      onChallenge: vi.fn<(token: string) => void>(),
      onErrorPage: vi.fn<() => void>(),
      onSessionExpired: vi.fn<() => void>(),
    };
    const client = clientWith(
      { challengeKey: () => 'key', ...callbacks, ...hooks },
      { now: () => NOW, ...options },
    );
    return { client, callbacks };
  };

export const get = { method: 'GET', path: '/summary/auth', schema: to } as const;
