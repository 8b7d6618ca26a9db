import { base32Bytes } from '#lab/otp/base32.ts';
import { hotp, timeStep } from '#lab/otp/hotp.ts';
import { yubikeyOtp } from '#lab/otp/yubikey-otp.ts';
import { administrationOf } from '#server/administration/administration.ts';
import { seededDevicesOf } from '#server/seed/devices.ts';
import { textProblems } from '#tests/support/e2e/walk/laws.ts';
import { createPresentedProofs, PASSWORDS, WALKERS } from '#tests/support/e2e/walk/people.ts';
import { type CodeSource, methodNamed, type TypingWalk, textFor } from '#tests/support/e2e/walk/proofs.ts';
import {
  ADDRESSES,
  CALL_PATHS,
  FAULTS,
  MORE_CALL_PATHS,
  SLEEP_TIMES_MS,
} from '#tests/support/e2e/walk/surroundings.ts';
import { randomOf } from '#tests/support/journey/random.ts';
import type { FormBrowser } from './form-browser.ts';
import { type FormServer, startFormServer } from './form-server.ts';
import { phoneOf } from './push.ts';

/** The result of a walk: the problems after a step, with the path of the walk; null if there were no problems. */
export type FormWalkResult = {
  readonly seed: number;
  readonly problems: readonly string[];
  readonly path: readonly string[];
} | null;

/** Returns descriptions of the problems of a page. */
export type FormCheck = (form: FormBrowser) => readonly string[];

type FormWalk = TypingWalk<FormBrowser> & {
  readonly server: FormServer;
  readonly secrets: Set<string>;
  /** The posted forms, each with the address of its page. */
  readonly posted: { readonly address: string; readonly form: URLSearchParams }[];
};

type Move = { readonly label: string; readonly run: () => Promise<unknown> };

/** The headers of a request that a page of another site makes. */
const CROSS_SITE_HEADERS = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };

/** The source of the codes of the people of the demonstration. */
function codeSourceOf({ portal, outbox, clock }: FormServer): CodeSource {
  let presses = 0;
  return {
    issueEmergencyCode: async (userId) =>
      (await administrationOf(portal).issueEmergencyCode(userId))?.code ?? '',
    newestCode: async (userId, channel) =>
      /\b\d{6}\b/.exec(outbox.list({ userId, channel }).at(-1)?.text ?? '')?.[0] ?? '',
    async pressCard(userId) {
      const { otpCard } = seededDevicesOf(userId);
      if (!otpCard) return '';
      presses += 1;
      const counter = otpCard.kind === 'totp' ? timeStep(clock.now, 30) : presses - 1;
      return hotp(base32Bytes(otpCard.secret), counter, 6);
    },
    async touchYubikey(userId) {
      const { yubikeyFirst } = seededDevicesOf(userId);
      if (!yubikeyFirst) return '';
      presses += 1;
      return yubikeyOtp(yubikeyFirst, { usage: presses, session: 0, timestamp: 0x1234, random: 0xbeef });
    },
    async appCode(userId) {
      const { secret } = seededDevicesOf(userId).mobileApp ?? {};
      return secret ? hotp(base32Bytes(secret), timeStep(clock.now, 30), 6) : '';
    },
  };
}

const methodOn = async ({ page }: FormBrowser): Promise<string | null> =>
  methodNamed(
    [...page.querySelectorAll('main h1, main h2, main label:has(input:checked)')].map(
      ({ textContent }) => textContent ?? '',
    ),
  );

/** Random input for the form of a button. */
async function inputFor(button: HTMLButtonElement, walk: FormWalk): Promise<Record<string, string>> {
  const { random, presentedProofs, secrets, server } = walk;
  const fields: Record<string, string> = {};
  for (const element of (button.form?.elements ?? []) as Iterable<HTMLInputElement>) {
    const { name, type, readOnly, disabled, value } = element;
    if (name === '' || disabled || readOnly || ['hidden', 'submit', 'button'].includes(type)) continue;
    if (type === 'radio') {
      if (!(name in fields) || random.next() < 0.4) fields[name] = value;
    } else if (type === 'checkbox') {
      fields[name] = random.next() < 0.5 ? 'on' : '';
    } else if (type !== 'select-one') {
      const { text, proof, isSecret } = await textFor(server.form, element, walk);
      if (proof) presentedProofs.present(proof);
      if (isSecret && text.length >= 6) secrets.add(text);
      fields[name] = text;
    }
  }
  return fields;
}

async function press(button: HTMLButtonElement, walk: FormWalk): Promise<void> {
  const { server, posted } = walk;
  const { form } = server;
  const postedForm = form.formOf(button.textContent?.trim() ?? '', await inputFor(button, walk));
  posted.push({ address: form.address, form: postedForm });
  await form.post(postedForm);
}

/** Posts an earlier form again, as a browser does after Back or at a reload. */
async function postAgain({ server, posted, random }: FormWalk, headers = {}): Promise<void> {
  const { form } = server;
  const { address, form: earlierForm } = random.pick(posted);
  form.address = address;
  await form.post(earlierForm, headers);
}

/** Answers the oldest pending push on the phone. */
async function answerPush({ server, userId, random, presentedProofs }: FormWalk): Promise<void> {
  const phone = phoneOf(server, userId as 'lee');
  const [push] = await phone.pushes();
  if (!push) return;
  if (random.next() < 0.2) {
    await phone.deny(push.id);
    return;
  }
  const visibleText = server.form.text.replaceAll(/[ ,]/g, '');
  const choice = push.choices.find((group) => visibleText.includes(group)) ?? random.pick(push.choices);
  if ((await phone.approve(push.id, choice)).status === 200) presentedProofs.present('phone');
}

/** The IDs of the people who have a phone. */
const PHONE_OWNERS: readonly string[] = ['lee', 'lim'];

/** Chooses the next move. The number of a group is its weight: how often the group is chosen. */
function nextMove(walk: FormWalk): Move {
  const { server, random, posted, userId } = walk;
  const { form, wait, faults, beginRequest } = server;
  const buttons =
    form.externalAddress === null ? form.postButtons.filter(({ textContent }) => textContent?.trim()) : [];
  const mainButtons = buttons.filter((button) => button.closest('main, dialog') !== null);
  const [primaryButton] = mainButtons;
  const pressOf = (button: HTMLButtonElement): Move => ({
    label: `press ${button.textContent?.trim()}`,
    run: () => press(button, walk),
  });
  const address = random.pick(ADDRESSES);
  const duration = random.pick(SLEEP_TIMES_MS);
  const path = random.pick(random.next() < 0.6 ? CALL_PATHS : MORE_CALL_PATHS);
  const fault = random.pick(FAULTS);
  const body = 'errCode' in fault ? { body: { status: fault.status, errCode: fault.errCode } } : fault;
  const groups: readonly (readonly [number, readonly Move[]])[] = [
    [30, primaryButton ? [pressOf(primaryButton)] : []],
    [30, (mainButtons.length > 0 ? mainButtons : buttons).map(pressOf)],
    [4, buttons.map(pressOf)],
    [
      form.externalAddress === null ? 4 : 60,
      [{ label: 'request a sign-in at the service', run: beginRequest }],
    ],
    [6, [{ label: 'reload', run: () => form.reload() }]],
    [4, [{ label: `open ${address}`, run: () => form.open(address) }]],
    [7, posted.length > 0 ? [{ label: 'post a form again', run: () => postAgain(walk) }] : []],
    [
      2,
      posted.length > 0
        ? [{ label: 'another site posts', run: () => postAgain(walk, CROSS_SITE_HEADERS) }]
        : [],
    ],
    [4, [{ label: `${duration} ms pass`, run: async () => wait(duration) }]],
    [
      4,
      [
        {
          label: `${path} will answer ${fault.status}`,
          run: async () => faults.set({ path, status: fault.status, ...body, times: 1 }),
        },
      ],
    ],
    [8, PHONE_OWNERS.includes(userId) ? [{ label: 'the phone answers', run: () => answerPush(walk) }] : []],
  ];
  const weightedMoves = groups.flatMap(([weight, moves]) =>
    moves.length > 0 ? Array.from({ length: weight }, () => moves) : [],
  );
  return random.pick(random.pick(weightedMoves));
}

/** The constant `NodeFilter.SHOW_TEXT`, which Node.js does not have. */
const SHOW_TEXT = 4;

const shownTexts = ({ page }: FormBrowser): readonly string[] => {
  const walker = page.createTreeWalker(page.body, SHOW_TEXT);
  const texts = [page.title];
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!/^(SCRIPT|STYLE)$/.test(parentElement?.tagName ?? '')) texts.push(textContent?.trim() ?? '');
  }
  return texts.filter(Boolean);
};

/** The stored values that must not contain a secret: the stored screen, the log, the audit and addresses. */
async function storedTextOf({ server }: FormWalk): Promise<string> {
  const { portal, form, logged, audited } = server;
  const session = await portal.sessions.open(form.browser.cookieHeader);
  const screen = session && (await portal.screens.find(session));
  const locations = form.answers.map(({ headers }) => headers.get('location'));
  return JSON.stringify([screen, logged, audited, form.address, form.externalAddress, locations]);
}

/** The IDs of requests that were finished more than once. */
const requestsFinishedTwice = ({ engine }: FormServer): readonly string[] =>
  engine.finishedRequests.map(({ id }) => id).filter((id, index, ids) => ids.indexOf(id) < index);

/** Descriptions of the problems after a step. */
async function problemsOf(walk: FormWalk, move: Move): Promise<readonly string[]> {
  const { server, secrets, presentedProofs } = walk;
  const isCrossOrigin = move.label === 'another site posts';
  const { form, engine } = server;
  const stored = await storedTextOf(walk);
  const isPage = form.externalAddress === null && !isCrossOrigin;
  const titles = [...form.page.querySelectorAll('h1')].map(({ textContent }) => textContent?.trim() ?? '');
  const [last] = form.answers.slice(-1);
  const continuationCount = form.postButtons.length + form.page.querySelectorAll('main a[href]').length;
  const problems = [
    ...form.answers.map(({ status }) => (status < 500 ? '' : `answered ${status}`)),
    isCrossOrigin && form.answers[0]?.status !== 403 ? 'a form of another site was accepted' : '',
    isPage && last && last.status >= 300 && last.status < 400 ? 'redirects without an end' : '',
    isPage && (titles.length !== 1 || titles[0] === '') ? `titles: ${JSON.stringify(titles)}` : '',
    isPage && form.page.querySelectorAll('main').length !== 1 ? 'not one main region' : '',
    isPage && continuationCount === 0 ? 'nothing to continue with' : '',
    ...(isPage ? textProblems(shownTexts(form)) : []),
    ...[...secrets]
      .filter((secret) => stored.includes(`"${secret}"`) || (secret.length > 8 && stored.includes(secret)))
      .map((secret) => `stored: ${secret}`),
    ...[...secrets].filter((secret) => form.html.includes(`"${secret}"`)).map((secret) => `shown: ${secret}`),
    ...requestsFinishedTwice(server).map((id) => `finished twice: ${id}`),
    ...engine.finishedRequests.map(({ login }) => presentedProofs.objection(login.userId) ?? ''),
  ];
  return problems.filter(Boolean);
}

/** Walks randomly through the portal without scripts, and checks page, storage and log after every step. */
export async function randomFormWalk(
  seed: number,
  steps: number,
  extraCheck: FormCheck = () => [],
): Promise<FormWalkResult> {
  const random = randomOf(seed);
  const server = await startFormServer();
  const { userId } = random.pick(WALKERS);
  const walk: FormWalk = {
    userId,
    random,
    server,
    methodOn,
    devices: codeSourceOf(server),
    presentedProofs: createPresentedProofs(),
    secrets: new Set(PASSWORDS),
    posted: [],
  };
  const { form } = server;
  const path = [userId];
  await server.beginRequest();
  if (random.next() < 0.5) await form.press('English');
  for (let step = 1; step <= steps; step += 1) {
    const move = nextMove(walk);
    path.push(move.label);
    if (form.externalAddress !== null && !move.label.includes('ms pass')) form.externalAddress = null;
    await move.run();
    // The browser has left for the engine, which answers the service and ends the request.
    if (form.externalAddress !== null)
      server.engine.removeRequest(form.externalAddress.split('/').at(-1) ?? '');
    path.push(`  ${form.externalAddress ?? `${form.address} ${form.heading}`}`);
    const problems = [...(await problemsOf(walk, move)), ...extraCheck(form)];
    if (problems.length > 0) return { seed, problems, path };
    if (move.label === 'another site posts') await form.reload();
  }
  return null;
}

/** The command and the path that reproduce a failure of a walk. */
export const formWalkFailureText = ({ seed, problems, path }: NonNullable<FormWalkResult>): string =>
  `npm run walks -- --forms --seed ${seed} --walks 1\n${problems.join('\n')}\n  ${path.join('\n  ')}`;
