import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { initialContext } from '#machines/portal/portal.setup.ts';
import type { PortalContext } from '#machines/portal/portal.types.ts';
import { NEW_SESSION } from '#machines/shared/session.ts';
import { policy } from '#tests/support/model/samples.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';
import { clientWith } from './client.ts';
import type { Network } from './network.ts';

type Sent = { readonly line: string; readonly body: Readonly<Record<string, string>> | null };

/** The portal's client on one answer, the portal of `lim` in the first step, and what its ports send. */
export function portsStage(network: Network, answer: object, status = 200) {
  const sent: Sent[] = [];
  network.answer(async (asked) => {
    const { pathname, search } = new URL(asked.url);
    const text = await asked.text();
    sent.push({
      line: `${asked.method} ${pathname}${search}`,
      body: text === '' ? null : JSON.parse(text),
    });
    return Response.json(answer, { status });
  });
  const client = clientWith();
  const flow = { ...NEW_SESSION.flow, clientId: 'demo', type: 'oidc' as const, ip: '203.0.113.7' };
  const portal: PortalContext = {
    ...initialContext({
      config: DEFAULT_RUNTIME_CONFIG,
      locale: 'ko',
      session: { flow, person: { ...NEW_SESSION.person, userId: 'lim' } },
      keptPolicy: null,
      address: '/first/auth?type=10',
      origin: 'http://localhost',
      isOnline: true,
      passkeySupport: 'supported',
    }),
    policy: policy(),
  };
  return { client, portal: () => portal, sent };
}

/** What a port answers to an input. */
export const ask = (logic: AnyActorLogic, input: object): Promise<unknown> =>
  toPromise(createActor(logic, { input }).start());
