import type { BrowserContext, Page } from '@playwright/test';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { breakCallAt } from '#tests/support/e2e/faults.ts';
import { readQrCode } from '#tests/support/e2e/qr.ts';
import type { Site } from '#tests/support/e2e/site.ts';
import { pickFromGroups } from '#tests/support/journey/random.ts';
import { type Control, controlsOn, pressOn, typeInto } from './controls.ts';
import { retryOnNavigation } from './documents.ts';
import { type TypingWalk, textFor } from './proofs.ts';
import { ADDRESSES, CALL_PATHS, FAULTS, MORE_CALL_PATHS, SECOND_MS, SLEEP_TIMES_MS } from './surroundings.ts';
import type { Tabs } from './tab.ts';

/** Something that happens in a walk; `run` makes it happen. */
export type Move = {
  readonly label: string;
  readonly run: () => Promise<unknown>;
  /** Whether the focus may leave the page for the browser itself. */
  readonly mayTakeFocus?: true;
  /** Whether the person acts on the page, which then has the focus. */
  readonly givesPageFocus?: true;
};

/** A walk, with the browser and the site in which it takes place. */
export type Walk = TypingWalk<Page> & {
  readonly devices: Devices;
  readonly context: BrowserContext;
  readonly site: Site;
  readonly tabs: Tabs;
  readonly sleep: (ms: number) => Promise<void>;
  readonly secrets: Set<string>;
};

async function typeAndSubmit(page: Page, control: Control, walk: Walk, isSubmitted: boolean): Promise<void> {
  const { text, proof, isSecret } = await textFor(page, control, walk);
  if (proof) walk.presentedProofs.present(proof);
  if (isSecret && text.length >= 6) walk.secrets.add(text);
  await typeInto(page, control, text);
  if (isSubmitted) await page.keyboard.press('Enter');
}

/** The move of a person at a control: types into a field, chooses an option, or presses the control. */
function controlMove(page: Page, control: Control, walk: Walk): Move {
  const isSubmitted = walk.random.next() < 0.6;
  const { name, kind } = control;
  if (kind === 'text') {
    const label = `type into ${name}${isSubmitted ? ' and submit it' : ''}`;
    return { label, run: () => typeAndSubmit(page, control, walk, isSubmitted), givesPageFocus: true };
  }
  if (kind === 'choice') {
    const run = async () => {
      await pressOn(page, control);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    };
    return { label: `choose in ${name}`, run, givesPageFocus: true };
  }
  return { label: `press ${name}`, run: () => pressOn(page, control), givesPageFocus: true };
}

function controlMoves(page: Page, controls: readonly Control[], walk: Walk): readonly Move[] {
  const controlsOfScreen = controls.filter(({ isInScreen }) => isInScreen);
  // Header and footer are the same everywhere, and their links lead back to the start: they are used less often.
  const candidates = controlsOfScreen.length > 0 && walk.random.next() < 0.93 ? controlsOfScreen : controls;
  return candidates.map((control) => controlMove(page, control, walk));
}

/** The move of a person who fills in all fields of the screen and submits them. */
function formMoves(page: Page, controls: readonly Control[], walk: Walk): readonly Move[] {
  const fields = controls.filter(({ isInScreen, kind }) => isInScreen && kind === 'text');
  if (fields.length === 0) return [];
  const run = async () => {
    for (const [index, field] of fields.entries()) {
      await typeAndSubmit(page, field, walk, index === fields.length - 1);
    }
  };
  return [
    {
      label: `fill in ${fields.map(({ name }) => name).join(', ')} and submit it`,
      run,
      givesPageFocus: true,
    },
  ];
}

/** Moves in the lab: on the walker's phone, with links in messages, and as an administrator. */
async function labMoves(
  page: Page,
  { userId, devices, presentedProofs, random }: Walk,
): Promise<readonly Move[]> {
  const pushIdGroups = () =>
    retryOnNavigation(page, () => page.locator('dialog [aria-hidden] > span').allTextContents());
  const approve = async () => {
    presentedProofs.present('phone');
    presentedProofs.enterId(userId);
    await devices.approvePush(userId, await pushIdGroups());
  };
  const scan = async () => {
    const login = await devices.scanQr(userId, await readQrCode(page));
    const screenText = await page.locator('main').innerText();
    presentedProofs.present('phone');
    presentedProofs.enterId(userId);
    const number = login.numbers.find((each) => screenText.includes(each)) ?? random.pick(login.numbers);
    await devices.answerQr(userId, login.qrId, random.next() < 0.7 ? { number } : { decline: true });
  };
  const openIssuedLink = (issue: () => Promise<string>) => async () => {
    const link = await issue();
    if (link.startsWith('http')) await page.goto(link);
  };
  const issuePasswordLink = () =>
    devices.issuePasswordLink(userId, random.next() < 0.5 ? 'create' : 'change');
  if (await page.locator('canvas').isVisible()) return [{ label: 'the phone scans the code', run: scan }];
  if ((await pushIdGroups()).length > 0) {
    return [
      { label: 'the phone approves', run: approve },
      { label: 'the phone approves', run: approve },
      { label: 'the phone denies', run: async () => devices.denyPush(userId) },
      {
        label: 'the phone picks the wrong group',
        run: async () => devices.pickWrongGroup(userId, await pushIdGroups()),
      },
    ];
  }
  return [
    { label: 'open a password link from a mail', run: openIssuedLink(issuePasswordLink) },
    { label: 'open a link to the app', run: openIssuedLink(() => devices.issueAppLink(userId)) },
    {
      label: 'the app opens the link from its message',
      run: async () => devices.connectApp(userId, await devices.newestLink(userId, 'sms')),
    },
  ];
}

/** Moves of the surroundings: a fault, a sleep of the device, or a lost network. */
function surroundingMoves(page: Page, { random, context, site, sleep }: Walk): readonly Move[] {
  const fault = { path: random.pick([...CALL_PATHS, ...MORE_CALL_PATHS]), ...random.pick(FAULTS) };
  const ms = random.pick(SLEEP_TIMES_MS);
  const pressOffline = async () => {
    const controls = await controlsOn(page);
    const buttons = controls.filter(({ isInScreen, name }) => isInScreen && name.startsWith('button'));
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
    { label: `the next answer to ${fault.path} is ${fault.status}`, run: () => breakCallAt(site.lab, fault) },
    { label: `the device sleeps for ${ms / SECOND_MS} s`, run: () => sleep(ms) },
    { label: 'press a button without a network', run: pressOffline },
  ];
}

/** Moves of a person in the browser: its buttons, its address bar and its tabs. */
function browserMoves(page: Page, { random, context, site, tabs }: Walk): readonly Move[] {
  const address = random.pick(ADDRESSES);
  const service = random.pick(['/service/login', '/service/login', '/expenses/login', '/service']);
  const otherPage = context.pages().find((each) => each !== tabs.current());
  const inNewTab = async () => {
    const opened = await tabs.open();
    await opened.goto(random.next() < 0.5 ? `${site.portal}${address}` : `${site.lab}${service}`);
  };
  return [
    { label: 'reload', run: () => page.reload() },
    { label: 'back', run: () => page.goBack() },
    { label: 'back', run: () => page.goBack() },
    { label: 'forward', run: () => page.goForward() },
    { label: `open ${address}`, run: () => page.goto(`${site.portal}${address}`) },
    { label: `start at the service with ${service}`, run: () => page.goto(`${site.lab}${service}`) },
    otherPage
      ? { label: 'switch to the other tab', run: () => tabs.show(otherPage) }
      : { label: `open a tab at ${address} or ${service}`, run: inNewTab },
    ...(otherPage ? [{ label: 'close this tab', run: () => page.close() }] : []),
  ];
}

function keyAndLanguageMoves(page: Page, controls: readonly Control[], { random }: Walk): readonly Move[] {
  const key = random.pick(['Escape', 'Tab', 'Enter', 'Space']);
  const languages = controls.filter(
    ({ isInScreen, name }) => !isInScreen && /^button (한국어|English)$/.test(name),
  );
  const languageMoves = languages.map((control): Move => {
    return {
      label: control.name.replace('button', 'in'),
      run: () => pressOn(page, control),
      givesPageFocus: true,
    };
  });
  return [
    {
      label: `key ${key}`,
      run: () => page.keyboard.press(key),
      ...(key === 'Tab' && { mayTakeFocus: true }),
    },
    ...languageMoves,
  ];
}

/** Chooses the next move from groups with weights. */
export async function nextMove(walk: Walk): Promise<Move> {
  const page = walk.tabs.current();
  const controls = await controlsOn(page);
  const isPhoneNeeded = await page.locator('canvas, dialog [aria-hidden] > span').first().isVisible();
  return pickFromGroups(walk.random, [
    [38, controlMoves(page, controls, walk)],
    [26, formMoves(page, controls, walk)],
    [isPhoneNeeded ? 30 : 3, await labMoves(page, walk)],
    [8, surroundingMoves(page, walk)],
    [9, browserMoves(page, walk)],
    [7, keyAndLanguageMoves(page, controls, walk)],
  ]);
}
