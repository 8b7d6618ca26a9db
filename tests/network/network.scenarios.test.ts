import { expect, it } from 'vitest';
import { fromCallback } from 'xstate';
import { type NetworkEvent, networkMachine, RESTORED_MESSAGE_MS } from '#machines/network/network.machine.ts';
import { run } from '#tests/support/model/start.ts';
import { scriptedSource } from '#tests/support/ports.ts';

function watch(isOnline: boolean) {
  const network = scriptedSource<NetworkEvent>();
  const running = run(networkMachine.provide({ actors: { watchNetwork: network.logic } }), { isOnline });
  return { ...running, network, value: () => running.actor.getSnapshot().value };
}

it.each([
  [true, 'online'],
  [false, 'offline'],
])('starts as the device says: online is %s', (isOnline, value) => {
  expect(watch(isOnline).value()).toBe(value);
});

it('reports that the network is lost, and for a while that it is restored', async () => {
  const { network, value, clock } = watch(true);
  network.report({ type: 'network.lost' });
  expect(value()).toBe('offline');
  network.report({ type: 'network.restored' });
  expect(value()).toBe('restored');
  await clock.advance(RESTORED_MESSAGE_MS - 100);
  expect(value()).toBe('restored');
  await clock.advance(100);
  expect(value()).toBe('online');
});

it('reports the loss again when the network is lost after being restored', async () => {
  const { network, value, clock } = watch(false);
  network.report({ type: 'network.restored' });
  network.report({ type: 'network.lost' });
  await clock.advance(RESTORED_MESSAGE_MS);
  expect(value()).toBe('offline');
});

it('is online when the network cannot be watched', () => {
  const watchNetwork = fromCallback<NetworkEvent>(() => {
    throw new Error('not supported');
  });
  const { actor } = run(networkMachine.provide({ actors: { watchNetwork } }), { isOnline: false });
  expect(actor.getSnapshot()).toMatchObject({ status: 'active', value: 'online' });
});

it('watches the network as long as it runs and no longer', () => {
  const { network, actor } = watch(true);
  expect(network.isWatched()).toBe(true);
  actor.stop();
  expect(network.isWatched()).toBe(false);
});
