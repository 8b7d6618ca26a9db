import { PUSH_ID } from '#cases/push/samples.ts';
import { methodInput } from '#cases/samples.ts';
import { pushMachine } from '#machines/push/push.machine.ts';
import type { PendingPush, PushInput } from '#machines/push/push.setup.ts';
import { NO_BOXES } from '#machines/shared/boxes.ts';
import { success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import { settle } from '#tests/support/ports.ts';

export const NOW = Date.parse('2026-11-20T09:00:00Z');
export const PERIOD = 60_000;

export const input = (changes: Partial<PushInput> = {}): PushInput => ({
  ...methodInput({ boxes: NO_BOXES }),
  token: 'Galaxy S26',
  autoStarts: false,
  lifetime: null,
  success: 'answered',
  pending: null,
  ...changes,
});

/** The machine without an action that stores the push. */
export const machineWithoutStorage = pushMachine.provide({ actions: { storePending: () => undefined } });

/** Opens a push screen whose clock has been read, and records the pushes that it stores for a reload. */
export async function open(changes: Partial<PushInput> = {}) {
  const stored: (PendingPush | null)[] = [];
  const machine = pushMachine.provide({ actions: { storePending: (_, push) => stored.push(push) } });
  const screen = start(machine, input(changes));
  await screen.ports.readClock.answer(NOW);
  const { actor, ports, clock } = screen;
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
  };
  return {
    ...screen,
    send,
    storedPush: () => stored.at(-1),
    value: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    output: () => actor.getSnapshot().output,
    isWaiting: () => actor.getSnapshot().hasTag('waiting'),
    request: () => send({ type: 'push.request' }),
    /** Requests a push and answers the request. */
    async receivePush(period: number | null = PERIOD) {
      await send({ type: 'push.request' });
      await ports.requestPush.answer(success({ id: PUSH_ID, period, isNotified: true, at: NOW }));
    },
    answerPoll: (check: string) => ports.checkPush.answer({ check: success(check), at: NOW + clock.now() }),
  };
}
