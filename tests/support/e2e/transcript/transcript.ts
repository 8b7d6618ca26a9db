import type { CDPSession, Page } from '@playwright/test';
import type { PathEvent } from '#atlas/screens/types.ts';
import { screenAddress } from '#atlas/site/screen-address.ts';
import type { Language } from '#tests/support/e2e/texts.ts';
import { type Heard, listenTo } from './live.ts';
import { lineOf, type Read, readTree, spoken } from './tree.ts';

/** What a person hears of a screen: what led to it, what was said then, and what is read there. */
export type Transcript = { readonly happened: string; readonly heard: Heard; readonly read: readonly Read[] };

const NOTHING: Heard = { said: [], unread: [], hasFocusMoved: false, hasChanged: false };

let opened = 0;

/** Opens a screen one step before, lets the step sendPathEvent, and writes down what is said and read. */
export async function transcribe(
  page: Page,
  protocol: CDPSession,
  language: Language,
  path: readonly PathEvent[],
): Promise<Transcript> {
  opened += 1;
  // Two steps from one moment have one address but for the number, and a page begins anew at another address alone.
  const { hash } = new URL(
    screenAddress({ language, theme: 'light', moment: opened, live: path.slice(0, -1) }),
    page.url(),
  );
  await page.evaluate((wanted) => {
    location.hash = wanted;
  }, hash);
  await page.waitForFunction((wanted) => document.documentElement.dataset['shown'] === wanted, hash);
  const last = path.at(-1);
  const heard = last ? await page.evaluate(listenTo, last) : NOTHING;
  return { happened: last ? `${last.to}: ${last.event.type}` : '', heard, read: await readTree(protocol) };
}

/** Roles that a person acts on: without a name nobody knows what they do. */
const CONTROLS = [
  'button',
  'link',
  'textbox',
  'checkbox',
  'radio',
  'combobox',
  'dialog',
  'heading',
  'image',
  'img',
];

/** What may happen without anybody being told at once, with the reason. */
const SILENT_FOR_A_REASON: Readonly<Record<string, string>> = {
  'id-entry: client.received':
    'another way to sign in stands before the field, and the field stays as it was',
  'portal: client.received': 'another way to sign in stands before the field, and the field stays as it was',
  'self-auth: method.chosen': 'the choice is read, and the field that it asks for stands after it',
  'chooser: xstate.done.actor.fetchAuthenticators': 'the tile of each method says what is known of it',
};

/** Problems of the screen for a person who uses a screen reader. */
export function problemsIn({ happened, heard, read }: Transcript): readonly string[] {
  const nameless = read.filter(({ role, name }) => CONTROLS.includes(role) && name === '');
  const doubled = read.filter(({ name, description }) => description !== '' && name.includes(description));
  const again = read.filter((line, index) => {
    const before = read[index - 1];
    return (
      before?.name === line.name && line.name !== '' && before.role === line.role && line.role !== 'radio'
    );
  });
  const isSilent =
    !Object.hasOwn(SILENT_FOR_A_REASON, happened) &&
    heard.hasChanged &&
    !heard.hasFocusMoved &&
    heard.said.length === 0;
  return [
    ...nameless.map(({ role }) => `a ${role} has no name`),
    ...doubled.map(({ name }) => `"${name}" is described by its own words`),
    ...again.map(({ name }) => `"${name}" is read twice`),
    ...heard.unread.map((text) => `"${text}" comes with its region, which is not always read`),
    ...(isSilent ? ['the screen changes and nothing is said'] : []),
    ...(read.filter(({ role }) => role === 'heading').length === 0 ? ['there is no heading'] : []),
  ];
}

/** As a person reads it. */
export function textOf({ happened, heard, read }: Transcript): string {
  const focus = read.find(({ states }) => states.includes('focused'));
  const said = [
    ...heard.said,
    ...(heard.hasFocusMoved && focus ? [`the focus moves: ${lineOf({ ...focus, depth: 0 })}`] : []),
  ];
  return [
    ...(happened === '' ? [] : [`after \`${happened}\``, '']),
    ...said.map((line) => `- ${line}`),
    ...(said.length === 0 ? [] : ['']),
    '```text',
    ...spoken(read).map(lineOf),
    '```',
  ].join('\n');
}
