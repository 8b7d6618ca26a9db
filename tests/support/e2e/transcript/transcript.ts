import type { CDPSession, Page } from '@playwright/test';
import type { PathEvent } from '#atlas/screens/types.ts';
import { screenAddress } from '#atlas/site/screen-address.ts';
import type { Language } from '#tests/support/e2e/texts.ts';
import { type Announcements, recordAnnouncements } from './announcements.ts';
import { distinctLines, lineOf, type ReadLine, readTree } from './tree.ts';

/** A screen as a screen reader presents it: the event that led to it, the announcements, and the lines of the screen. */
export type Transcript = {
  readonly event: string;
  readonly announcements: Announcements;
  readonly lines: readonly ReadLine[];
};

const NO_ANNOUNCEMENTS: Announcements = {
  announced: [],
  unread: [],
  hasFocusMoved: false,
  hasChanged: false,
};

let openedScreens = 0;

/** Opens the screen before the last event of a path, sends the last event, and transcribes the resulting screen. */
export async function transcribe(
  page: Page,
  protocol: CDPSession,
  language: Language,
  path: readonly PathEvent[],
): Promise<Transcript> {
  openedScreens += 1;
  // The number makes each address different: the page restarts only when its address changes.
  const { hash } = new URL(
    screenAddress({ language, theme: 'light', moment: openedScreens, live: path.slice(0, -1) }),
    page.url(),
  );
  await page.evaluate((newHash) => {
    location.hash = newHash;
  }, hash);
  await page.waitForFunction((newHash) => document.documentElement.dataset['shown'] === newHash, hash);
  const last = path.at(-1);
  const announcements = last ? await page.evaluate(recordAnnouncements, last) : NO_ANNOUNCEMENTS;
  return {
    event: last ? `${last.to}: ${last.event.type}` : '',
    announcements,
    lines: await readTree(protocol),
  };
}

/** Roles that need a name. */
const NAMED_ROLES = [
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

/** Events that change the screen without an announcement, with the reason. */
const SILENT_EVENTS: Readonly<Record<string, string>> = {
  'id-entry: client.received':
    'another way to sign in is added before the field, and the field does not change',
  'portal: client.received':
    'another way to sign in is added before the field, and the field does not change',
  'self-auth: method.chosen': 'the choice is read, and the field for it follows',
  'chooser: xstate.done.actor.fetchAuthenticators': 'the tile of each method says whether it is registered',
};

/** Descriptions of the problems of a screen for a person who uses a screen reader. */
export function problemsIn({ event, announcements, lines }: Transcript): readonly string[] {
  const nameless = lines.filter(({ role, name }) => NAMED_ROLES.includes(role) && name === '');
  const selfDescribed = lines.filter(
    ({ name, description }) => description !== '' && name.includes(description),
  );
  const repeated = lines.filter((line, index) => {
    const before = lines[index - 1];
    return (
      before?.name === line.name && line.name !== '' && before.role === line.role && line.role !== 'radio'
    );
  });
  const isSilent =
    !Object.hasOwn(SILENT_EVENTS, event) &&
    announcements.hasChanged &&
    !announcements.hasFocusMoved &&
    announcements.announced.length === 0;
  return [
    ...nameless.map(({ role }) => `a ${role} has no name`),
    ...selfDescribed.map(({ name }) => `"${name}" is described by its own words`),
    ...repeated.map(({ name }) => `"${name}" is read twice`),
    ...announcements.unread.map(
      (text) => `"${text}" appears together with its region, which not every screen reader reads`,
    ),
    ...(isSilent ? ['the screen changes without an announcement'] : []),
    ...(lines.filter(({ role }) => role === 'heading').length === 0 ? ['there is no heading'] : []),
  ];
}

/** The transcript as text (Markdown). */
export function textOf({ event, announcements, lines }: Transcript): string {
  const focus = lines.find(({ states }) => states.includes('focused'));
  const announced = [
    ...announcements.announced,
    ...(announcements.hasFocusMoved && focus ? [`the focus moves: ${lineOf({ ...focus, depth: 0 })}`] : []),
  ];
  return [
    ...(event === '' ? [] : [`after \`${event}\``, '']),
    ...announced.map((line) => `- ${line}`),
    ...(announced.length === 0 ? [] : ['']),
    '```text',
    ...distinctLines(lines).map(lineOf),
    '```',
  ].join('\n');
}
