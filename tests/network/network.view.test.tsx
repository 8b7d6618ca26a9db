import { beforeEach, expect, it } from 'vitest';
import { type NetworkEvent, networkMachine } from '#machines/network/network.machine.ts';
import type { MessageLanguage } from '#src/app/messages.ts';
import { NetworkView } from '#src/views/network/network.view.tsx';
import { run } from '#tests/support/model/start.ts';
import { scriptedSource } from '#tests/support/ports.ts';
import { showFlow } from '#tests/support/views.tsx';

beforeEach(() => document.body.replaceChildren());

/** The line of a page that is drawn while the network is gone. */
async function offlineIn(language: MessageLanguage) {
  const { logic } = scriptedSource<NetworkEvent>();
  const { actor } = run(networkMachine.provide({ actors: { watchNetwork: logic } }), { isOnline: false });
  const { text } = await showFlow(NetworkView, actor, language);
  return { text, line: () => document.body.textContent };
}

it('says that the network is gone, and that what was typed is kept where something was', async () => {
  document.body.insertAdjacentHTML('beforeend', '<input value="kim">');
  const { text, line } = await offlineIn('en');
  expect(line()).toBe(`${text('offline.lost')} ${text('failure.kept')}`);
});

it('claims to keep nothing where nothing was typed', async () => {
  const { text, line } = await offlineIn('ko');
  expect(line()).toBe(text('offline.lost'));
});
