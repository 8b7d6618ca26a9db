import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { clientWith } from './client.ts';
import type { Network } from './network.ts';

type SentRequest = { readonly line: string; readonly body: Readonly<Record<string, string>> | null };

/** The portal's client, which receives one answer to every call, and the requests that were sent. */
export function clientOnAnswer(network: Network, answer: object, status = 200) {
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

/** The output of a port for an input. */
export const outputOf = (logic: AnyActorLogic, input: object): Promise<unknown> =>
  toPromise(createActor(logic, { input }).start());
