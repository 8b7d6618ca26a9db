import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { clientWith } from './client.ts';
import type { Network } from './network.ts';

/** A sent request: its method with its path and query, and its body. */
type SentRequest = { readonly line: string; readonly body: Readonly<Record<string, string>> | null };

/** Creates the portal's client, whose calls all receive the same answer, and records the requests that it sends. */
export function clientWithAnswer(network: Network, answer: object, status = 200) {
  const sentRequests: SentRequest[] = [];
  network.answer(async (request) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    sentRequests.push({
      line: `${request.method} ${pathname}${search}`,
      body: text === '' ? null : JSON.parse(text),
    });
    return Response.json(answer, { status });
  });
  const client = clientWith();
  return { client, sent: sentRequests };
}

/** Runs a port with an input, and returns its output. */
export const outputOf = (port: AnyActorLogic, input: object): Promise<unknown> =>
  toPromise(createActor(port, { input }).start());
