import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { clientWith } from './client.ts';
import type { Network } from './network.ts';

type Sent = { readonly line: string; readonly body: Readonly<Record<string, string>> | null };

/** The portal's client on one answer, and what its ports send. */
export function portsStage(network: Network, answer: object, status = 200) {
  const sent: Sent[] = [];
  network.answer(async (asked) => {
    const { pathname, search } = new URL(asked.url);
    const text = await asked.text();
    sent.push({ line: `${asked.method} ${pathname}${search}`, body: text === '' ? null : JSON.parse(text) });
    return Response.json(answer, { status });
  });
  const client = clientWith();
  return { client, sent };
}

/** The answer of a port to an input. */
export const ask = (logic: AnyActorLogic, input: object): Promise<unknown> =>
  toPromise(createActor(logic, { input }).start());
