import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { LANGUAGES, type TextKey, writerOf } from '#tests/support/e2e/texts.ts';
import type { Random } from '#tests/support/journey/random.ts';
import { TYPE_CODES } from '#wire/token-codes.ts';
import { NEW_PASSWORD, type ShownProofs, WALKERS, type WalkerProof } from './people.ts';

/** Where codes can be read. */
export type Codes = Pick<
  Devices,
  'issueEmergencyCode' | 'newestCode' | 'pressCard' | 'touchYubikey' | 'appCode'
>;

type Code = {
  readonly proof: WalkerProof;
  readonly read: (devices: Codes, userId: string) => Promise<string>;
};

/** Where a person finds a code, by the code of its method (spec section 2). */
const CODES: Readonly<Record<string, Code>> = {
  '0': { proof: 'administrator', read: (devices, userId) => devices.issueEmergencyCode(userId) },
  '1': { proof: 'sent code', read: (devices, userId) => devices.newestCode(userId, 'sms') },
  '2': { proof: 'sent code', read: (devices, userId) => devices.newestCode(userId, 'inmail') },
  '3': { proof: 'sent code', read: (devices, userId) => devices.newestCode(userId, 'exmail') },
  '7': { proof: 'device code', read: (devices, userId) => devices.pressCard(userId) },
  '8': { proof: 'device code', read: (devices, userId) => devices.touchYubikey(userId) },
  '9': { proof: 'device code', read: (devices, userId) => devices.appCode(userId) },
};

/** Methods whose code a screen may ask for; the two that are sent together are one code. */
const SENT_TOGETHER: Readonly<Record<string, string>> = { '4': '1', '5': '1', '6': '2' };

const TITLES = LANGUAGES.flatMap((language) => {
  const text = writerOf(language);
  const shown = Object.values(TYPE_CODES).filter((code) => code !== TYPE_CODES.faceId);
  return shown.map((code) => [code, text(`title.method.${code}` as TextKey)] as const);
});

/** The code of the method that titles name; null for none. */
export function methodNamed(titles: readonly string[]): string | null {
  const [code] = TITLES.find(([, title]) => titles.some((text) => text.trim().startsWith(title))) ?? [];
  return code ?? null;
}

const NOT_CODES = ['000000', '12345', 'null', '١٢٣٤٥٦', 'x'.repeat(60)];
const ODD_TEXTS = [
  '가나다',
  '<b>kim</b>',
  ' ',
  'a|b',
  'x'.repeat(300),
  '01012345678',
  'haneul.kim@hanbit.example',
];
const OTHER_IDS = ['nobody', 'KIM ', '<b>', 'x'.repeat(80)];

/** What is typed, and what it shows of the person. */
export type Typing = {
  readonly text: string;
  readonly proof: WalkerProof | null;
  readonly isSecret: boolean;
};

/** The walker at a page, and what there is to look things up. */
export type Hands<Page> = {
  readonly userId: string;
  readonly devices: Codes;
  readonly random: Random;
  readonly shownProofs: ShownProofs;
  /** The method whose screen is on, by its code; null when none is. */
  readonly methodOn: (page: Page) => Promise<string | null>;
};

async function codeFor<Page>(page: Page, hands: Hands<Page>): Promise<Typing> {
  const { userId, devices, random, methodOn } = hands;
  if (random.next() < 0.25) return { text: random.pick(NOT_CODES), proof: null, isSecret: true };
  const method = (await methodOn(page)) ?? random.pick(Object.keys(CODES));
  const code = CODES[SENT_TOGETHER[method] ?? method];
  const text = (await code?.read(devices, userId).catch(() => '')) ?? '';
  return text && code
    ? { text, proof: code.proof, isSecret: true }
    : { text: '000000', proof: null, isSecret: true };
}

/** What a person may type into a field, by what it is for. */
export async function typingFor<Page>(
  page: Page,
  control: { readonly autocomplete: string },
  hands: Hands<Page>,
): Promise<Typing> {
  const { userId, random, shownProofs } = hands;
  const [is, pick] = [(name: string) => control.autocomplete.split(' ').includes(name), random.pick];
  if (is('username')) {
    const id = random.next() < 0.8 ? userId : pick([...WALKERS.map((walker) => walker.userId), ...OTHER_IDS]);
    shownProofs.name(id.trim().toLowerCase());
    return { text: id, proof: null, isSecret: false };
  }
  if (is('current-password')) {
    const text = pick([SEED_PASSWORD, SEED_PASSWORD, SEED_PASSWORD, NEW_PASSWORD, 'wrong password 1!']);
    return { text, proof: text.startsWith('wrong') ? null : 'password', isSecret: true };
  }
  if (is('new-password')) {
    const text = random.next() < 0.85 ? NEW_PASSWORD : pick(['short', SEED_PASSWORD]);
    return { text, proof: text === NEW_PASSWORD ? 'new password' : null, isSecret: true };
  }
  if (is('one-time-code')) return codeFor(page, hands);
  return { text: pick(ODD_TEXTS), proof: null, isSecret: false };
}
