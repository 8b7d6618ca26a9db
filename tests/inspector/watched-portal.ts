import { vi } from 'vitest';
import { policy } from '#cases/samples.ts';
import { success } from '#machines/shared/result.ts';
import { createFeed } from '#src/inspector/feed.ts';
import type { Inspection } from '#src/inspector/inspection.ts';
import { type OpenPortal, openPortal, sessionOf } from '#tests/support/model/portal.ts';

/** A running portal on a stopped clock, and its data for the panel. */
export type WatchedPortal = { readonly portal: OpenPortal; readonly inspection: Inspection };

const SMS_POLICY = policy(['password', 'sms'], {
  authType: 'otp',
  fixedToken: { tokenCode: '1', alwaysSend: false },
});

/** Goes to the screen of a code by SMS and sends the code. */
export async function sendCode(portal: OpenPortal): Promise<void> {
  await portal.identify('lee', SMS_POLICY);
  await portal.load();
  await portal.ports['sent-code'].readClock.answer(0);
  await portal.sendToFlow('sent-code', { type: 'code.send' });
  await portal.ports['sent-code'].grantSendToken.answer(success('send-token'));
  await portal.ports['sent-code'].sendCode.answer(success({ at: 0 }));
}

/** Opens the portal at an address and records its events from the first one. */
export function watchedPortal(address = '/first'): WatchedPortal {
  let clock: OpenPortal['clock'] | undefined;
  const now = () => clock?.now() ?? 0;
  const feed = createFeed(now);
  const portal = openPortal({ address, session: sessionOf() }, { inspect: feed.inspect });
  clock = portal.clock;
  // XState takes the start of a timer from Date.now, not from its clock.
  vi.spyOn(Date, 'now').mockImplementation(now);
  return {
    portal,
    inspection: {
      portal: portal.actor,
      feed,
      clock: { now, ahead: 0 },
      movesServerClock: true,
      jump: (ms) => portal.clock.advance(ms),
    },
  };
}
