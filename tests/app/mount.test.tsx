import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PortalSnapshot } from '#machines/portal/portal.selectors.ts';
import { mount, resume } from '#src/app/boot/mount.tsx';
import { createDrafts, NO_DRAFTS } from '#src/app/drafts.ts';

const SERVICE = { idOtp: true, passkey: false, qrCode: true, serviceName: 'Mail', displayContent: '' };

/** The ID entry on a page with initial data, after an answer about the service. */
const idEntry = (client: object): PortalSnapshot =>
  ({
    matches: (state: string) => state === 'id-entry',
    context: {
      config: { known: { summary: null, client: { clientId: 'demo-service', config: SERVICE } } },
      locale: 'en',
      client,
      remark: null,
      passkeySupport: 'supported',
      session: { person: { userId: '', reauthReason: '' }, request: { company: '' } },
    },
  }) as unknown as PortalSnapshot;

test.each([
  ['is kept with the service of the initial data', SERVICE, true],
  ['is kept after an equal answer about the service', { ...SERVICE }, true],
  ['is replaced after a different answer about the service', { ...SERVICE, serviceName: 'Post' }, false],
])('the markup of the server %s', (_, client, isKept) => {
  document.documentElement.lang = 'en';
  const root = document.createElement('div');
  root.innerHTML = '<p>Your ID</p>';
  const rendered = root.firstElementChild;
  const mounted = mount(root, <p>Your ID</p>, idEntry(client), NO_DRAFTS);
  expect(root.firstElementChild === rendered).toBe(isKept);
  mounted.unmount();
});

test('text that was typed into the first screen becomes the draft of a field that renders later', () => {
  document.documentElement.lang = 'en';
  sessionStorage.clear();
  const root = document.createElement('div');
  root.innerHTML = '<input type="text" name="username" value="kim">';
  const field = root.querySelector('input');
  if (field) field.value = 'lee';
  const drafts = createDrafts(() => sessionStorage);
  const mounted = mount(root, <p>Looking</p>, idEntry({ ...SERVICE, serviceName: 'Post' }), drafts);
  expect([drafts.typedIdFor('kim'), drafts.typedIdFor('')]).toEqual(['lee', null]);
  mounted.unmount();
  sessionStorage.clear();
});

function Choice({ initial }: { readonly initial: string }) {
  const [chosen, setChosen] = useState(initial);
  return ['id', 'passkey'].map((mode) => (
    <input key={mode} type="radio" name="mode" checked={mode === chosen} onChange={() => setChosen(mode)} />
  ));
}

test.each(['id', 'passkey'])(
  'a choice that a person has made before the script stays when %s was initially chosen',
  (initial) => {
    const root = document.createElement('div');
    root.innerHTML = renderToString(<Choice initial={initial} />);
    const buttons = [...root.querySelectorAll('input')];
    const other = buttons.find(({ defaultChecked }) => !defaultChecked);
    if (other) other.checked = true;
    const resumed = resume(root, <Choice initial={initial} />);
    expect(buttons.map(({ checked }) => checked)).toEqual(buttons.map((button) => button === other));
    resumed.unmount();
  },
);
