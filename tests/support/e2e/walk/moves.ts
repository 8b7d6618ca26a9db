import type { BrowserContext, Page } from '@playwright/test';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { breakCallAt } from '#tests/support/e2e/faults.ts';
import { readPicture } from '#tests/support/e2e/qr.ts';
import type { Site } from '#tests/support/e2e/site.ts';
import { type Control, controlsOn, pressOn, typeInto } from './controls.ts';
import { throughDocuments } from './documents.ts';
import { type Hands, typingFor } from './proofs.ts';
import { ADDRESSES, CALLS, FAULTS, MORE_CALLS, SECONDS, SLEEPS } from './surroundings.ts';
import type { Tabs } from './tab.ts';

/** A described event, and how to cause it. */
export type Move = {
  readonly says: string;
  readonly run: () => Promise<unknown>;
  /** Whether the browser itself may have the focus after it. */
  readonly mayTakeFocus?: true;
  /** Whether somebody has touched the page, which has the focus then. */
  readonly isOfHands?: true;
};

export type Walk = Hands<Page> & {
  readonly devices: Devices;
  readonly context: BrowserContext;
  readonly site: Site;
  readonly tabs: Tabs;
  readonly sleep: (ms: number) => Promise<void>;
  readonly secrets: Set<string>;
};

async function typeAndSend(page: Page, control: Control, walk: Walk, isSent: boolean): Promise<void> {
  const { text, proof, isSecret } = await typingFor(page, control, walk);
  if (proof) walk.shownProofs.show(proof);
  if (isSecret && text.length >= 6) walk.secrets.add(text);
  await typeInto(page, control, text);
  if (isSent) await page.keyboard.press('Enter');
}

/** A person types into a field, chooses, or presses anything else. */
function hand(page: Page, control: Control, walk: Walk): Move {
  const isSent = walk.random.next() < 0.6;
  const { name, kind } = control;
  if (kind === 'text') {
    const says = `type into ${name}${isSent ? ' and send it' : ''}`;
    return { says, run: () => typeAndSend(page, control, walk, isSent), isOfHands: true };
  }
  if (kind === 'choice') {
    const run = async () => {
      await pressOn(page, control);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    };
    return { says: `choose in ${name}`, run, isOfHands: true };
  }
  return { says: `press ${name}`, run: () => pressOn(page, control), isOfHands: true };
}

function hands(page: Page, controls: readonly Control[], walk: Walk): readonly Move[] {
  const own = controls.filter(({ isOwn }) => isOwn);
  // The frame of the page is the same everywhere, and its links lead back to the start.
  const near = own.length > 0 && walk.random.next() < 0.93 ? own : controls;
  return near.map((control) => hand(page, control, walk));
}

/** What a person does who knows the way: fills in the first field that is empty, and sends. */
function onward(page: Page, controls: readonly Control[], walk: Walk): readonly Move[] {
  const fields = controls.filter(({ isOwn, kind }) => isOwn && kind === 'text');
  if (fields.length === 0) return [];
  const run = async () => {
    for (const [index, field] of fields.entries()) {
      await typeAndSend(page, field, walk, index === fields.length - 1);
    }
  };
  return [{ says: `fill in ${fields.map(({ name }) => name).join(', ')} and send it`, run, isOfHands: true }];
}

/** The walker's phone, the mailbox's links and the administrator's desk. */
async function lab(page: Page, { userId, devices, shownProofs, random }: Walk): Promise<readonly Move[]> {
  const groups = () =>
    throughDocuments(page, () => page.locator('dialog [aria-hidden] > span').allTextContents());
  const approves = async () => {
    shownProofs.show('phone');
    shownProofs.name(userId);
    await devices.approvePush(userId, await groups());
  };
  const scans = async () => {
    const scanned = await devices.scanQr(userId, await readPicture(page));
    const shown = await page.locator('main').innerText();
    shownProofs.show('phone');
    shownProofs.name(userId);
    const number = scanned.numbers.find((each) => shown.includes(each)) ?? random.pick(scanned.numbers);
    await devices.answerQr(userId, scanned.qrId, random.next() < 0.7 ? { number } : { decline: true });
  };
  const follows = (issue: () => Promise<string>) => async () => {
    const link = await issue();
    if (link.startsWith('http')) await page.goto(link);
  };
  const issued = () => devices.issuePasswordLink(userId, random.next() < 0.5 ? 'create' : 'change');
  if (await page.locator('canvas').isVisible()) return [{ says: 'the phone scans the code', run: scans }];
  if ((await groups()).length > 0) {
    return [
      { says: 'the phone approves', run: approves },
      { says: 'the phone approves', run: approves },
      { says: 'the phone refuses', run: async () => devices.denyPush(userId) },
      {
        says: 'the phone picks the wrong group',
        run: async () => devices.mistakePush(userId, await groups()),
      },
    ];
  }
  return [
    { says: 'a link to the password comes by mail', run: follows(issued) },
    { says: 'a link to the app comes', run: follows(() => devices.issueAppLink(userId)) },
    {
      says: 'the app opens the link of its message',
      run: async () => devices.connectApp(userId, await devices.newestLink(userId, 'sms')),
    },
  ];
}

function surroundings(page: Page, { random, context, site, sleep }: Walk): readonly Move[] {
  const fault = { path: random.pick([...CALLS, ...MORE_CALLS]), ...random.pick(FAULTS) };
  const ms = random.pick(SLEEPS);
  const alone = async () => {
    const controls = await controlsOn(page);
    const buttons = controls.filter(({ isOwn, name }) => isOwn && name.startsWith('button'));
    if (buttons.length === 0) return;
    await context.setOffline(true);
    try {
      await pressOn(page, random.pick(buttons));
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
    } finally {
      await context.setOffline(false);
    }
  };
  return [
    { says: `the next answer to ${fault.path} is ${fault.status}`, run: () => breakCallAt(site.lab, fault) },
    { says: `the device sleeps for ${ms / SECONDS} s`, run: () => sleep(ms) },
    { says: 'press a button without a network', run: alone },
  ];
}

function addressBar(page: Page, { random, context, site, tabs }: Walk): readonly Move[] {
  const address = random.pick(ADDRESSES);
  const service = random.pick(['/service/login', '/service/login', '/expenses/login', '/service']);
  const other = context.pages().find((each) => each !== tabs.now());
  const inNewTab = async () => {
    const opened = await tabs.open();
    await opened.goto(random.next() < 0.5 ? `${site.portal}${address}` : `${site.lab}${service}`);
  };
  return [
    { says: 'reload', run: () => page.reload() },
    { says: 'back', run: () => page.goBack() },
    { says: 'back', run: () => page.goBack() },
    { says: 'forward', run: () => page.goForward() },
    { says: `open ${address}`, run: () => page.goto(`${site.portal}${address}`) },
    { says: `come from the service by ${service}`, run: () => page.goto(`${site.lab}${service}`) },
    other
      ? { says: 'look at the other tab', run: () => tabs.show(other) }
      : { says: `open a tab at ${address} or ${service}`, run: inNewTab },
    ...(other ? [{ says: 'close this tab', run: () => page.close() }] : []),
  ];
}

function frame(page: Page, controls: readonly Control[], { random }: Walk): readonly Move[] {
  const key = random.pick(['Escape', 'Tab', 'Enter', 'Space']);
  const languages = controls.filter(({ isOwn, name }) => !isOwn && /^button (한국어|English)$/.test(name));
  const changes = languages.map((control): Move => {
    return { says: control.name.replace('button', 'in'), run: () => pressOn(page, control), isOfHands: true };
  });
  return [
    { says: `key ${key}`, run: () => page.keyboard.press(key), ...(key === 'Tab' && { mayTakeFocus: true }) },
    ...changes,
  ];
}

/** Chooses what happens next. */
export async function nextMove(walk: Walk): Promise<Move> {
  const page = walk.tabs.now();
  const controls = await controlsOn(page);
  const isWaiting = await page.locator('canvas, dialog [aria-hidden] > span').first().isVisible();
  const groups: readonly (readonly [number, readonly Move[]])[] = [
    [38, hands(page, controls, walk)],
    [26, onward(page, controls, walk)],
    [isWaiting ? 30 : 3, await lab(page, walk)],
    [8, surroundings(page, walk)],
    [9, addressBar(page, walk)],
    [7, frame(page, controls, walk)],
  ];
  const bag = groups.flatMap(([weight, moves]) =>
    moves.length > 0 ? Array.from({ length: weight }, () => moves) : [],
  );
  return walk.random.pick(walk.random.pick(bag));
}
